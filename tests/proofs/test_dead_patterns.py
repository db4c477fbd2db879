"""The library of dead local patterns: complete, minimal, proved, and as the oracle sees it in a room."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import chain
from pathlib import Path

import pytest
from tools.pages.dead_patterns import files, page
from tools.search_dead_patterns import entries, is_dead, library_pattern, main, minimal_patterns, to_json

from sokoproof.lemmas.window_proofs import dead_windows, prove_window
from sokoproof.lemmas.windows import LibraryPattern, PatternWindow, from_json
from sokoproof.proof import Proof, run_proof
from sokoproof.status import Status
from sokospec import Board, Level, Square, State, normalise
from sokospec.errors import SokobanError
from sokospec.oracle.graph import state_graph

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "detectors/sokodead/local_patterns.json").read_text(encoding="utf-8")
LIBRARY = from_json(TEXT)
SMALL = [entry for entry in LIBRARY if entry.window.height <= 3 and entry.window.width <= 3]
FEW_BOXES = [entry for entry in SMALL if len(entry.window.squares("$")) <= 2]


def attempt(entry: LibraryPattern) -> Proof:
    with run_proof(Proof("pattern", "it is dead", "everywhere")) as proof:
        prove_window(entry)
    return proof


@pytest.mark.long
def test_the_library_holds_all_patterns_that_the_search_finds_in_3x3() -> None:
    assert entries(minimal_patterns(3, 3)) == SMALL
    assert to_json(LIBRARY) + "\n" == TEXT


def test_the_page_and_the_files_beside_it_show_the_library() -> None:
    folder = ROOT / "docs/reference"
    assert (folder / "dead_patterns.md").read_text(encoding="utf-8") == page(LIBRARY)
    written = {path.name: path.read_text(encoding="utf-8") for path in folder.glob("dead_patterns_*.txt")}
    assert written == files(LIBRARY) and set(written) == {"dead_patterns_3x3.txt", "dead_patterns_3x4.txt"}


def test_small_patterns_are_dead_and_none_with_a_part_less_is() -> None:
    for entry in SMALL[::4]:
        assert_dead_and_minimal(entry)


@pytest.mark.long
def test_each_pattern_is_dead_and_none_with_a_part_less_is() -> None:
    for entry in LIBRARY:
        assert_dead_and_minimal(entry)


def with_a_part_less(window: PatternWindow) -> Iterator[PatternWindow]:
    """Yield the patterns with one more `?`."""
    for row, line in enumerate(window.rows):
        for column, letter in enumerate(line):
            if letter != "?":
                changed = f"{line[:column]}?{line[column + 1 :]}"
                yield PatternWindow((*window.rows[:row], changed, *window.rows[row + 1 :]))


def assert_dead_and_minimal(entry: LibraryPattern) -> None:
    assert is_dead(entry.window), entry
    assert not any(is_dead(less) for less in with_a_part_less(entry.window)), entry


@pytest.mark.long
def test_with_a_part_less_each_is_refuted_by_a_step_that_leads_out() -> None:
    wrong = list(chain.from_iterable(with_a_part_less(entry.window) for entry in SMALL))
    for window in wrong[::20]:
        if window.squares("$"):
            proof = attempt(library_pattern(window))
            assert proof.status is Status.REFUTED, window
            assert "a step leads out of what is dead" in proof.reason


@pytest.mark.long
def test_with_an_end_less_each_is_refuted_by_boxes_on_goals() -> None:
    for entry in SMALL[::5]:
        proof = attempt(replace(entry, ends=entry.ends[1:]))
        assert proof.status is Status.REFUTED, entry
        assert "all boxes are on goals" in proof.reason


def test_a_library_with_a_wrong_pattern_is_refuted_and_the_pattern_named() -> None:
    window = PatternWindow.parse("#$ / ??")
    wrong = library_pattern(window)
    proof = dead_windows("library", lambda: [*SMALL[:3], wrong])
    assert proof.status is Status.REFUTED
    assert proof.reason.startswith("in the pattern #$ / ??, a step leads out of what is dead:")


def rooms(window: PatternWindow) -> list[Level]:
    """Return levels with a pattern in the middle of a room and all goals in its corners, for each part of the player's.

    There are two free squares around the window, so a box that has left it can be brought to any corner.
    """
    height, width = window.height + 4, window.width + 4
    boxes = frozenset(Square(row + 2, column + 2) for row, column in window.squares("$"))
    walls = frozenset(Square(row + 2, column + 2) for row, column in window.squares("#"))
    away = {Square(row + 2, column + 2) for row, column in window.squares("-")}
    corners = [Square(row, column) for row in (0, height - 1) for column in (0, width - 1)]
    board = Board(width, height, walls, frozenset(corners[: len(boxes)]))
    states = {
        normalise(board, State(boxes, square)) for square in board.floor if square not in boxes and square not in away
    }
    return [Level(board, state) for state in sorted(states, key=lambda state: state.player)]


def is_dead_in_a_room(window: PatternWindow) -> bool:
    return all(state_graph(level).distance[0] is None for level in rooms(window))


@pytest.mark.long
@pytest.mark.parametrize("entry", FEW_BOXES, ids=lambda entry: " / ".join(entry.window.rows))
def test_the_oracle_solves_no_room_with_a_pattern_and_all_with_a_part_less(entry: LibraryPattern) -> None:
    assert is_dead_in_a_room(entry.window)
    for less in with_a_part_less(entry.window):
        assert not less.squares("$") or not is_dead_in_a_room(less)


@pytest.mark.parametrize("rows", [(), ("",), ("#$", "#"), ("#x",)])
def test_what_is_no_pattern_is_refused(rows: tuple[str, ...]) -> None:
    with pytest.raises(SokobanError, match="pattern"):
        PatternWindow(rows)


@pytest.mark.parametrize("size", ["0x3", "3", "axb", "4x4", "-1x2", "99x99", "3x4x5"])
def test_a_size_that_cannot_be_searched_is_refused_at_once(size: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main([f"--size={size}"])
    assert f"{size!r} is no size" in (printed := capsys.readouterr().err) or "cannot be searched" in printed


@pytest.mark.long
def test_the_command_writes_the_library_and_the_page(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    library, drawn = tmp_path / "library.json", tmp_path / "page.md"
    assert main(["--size", "2x3", "--out", str(library), "--page", str(drawn)]) == 0
    assert capsys.readouterr().out == "5 patterns\n"
    assert from_json(library.read_text(encoding="utf-8")) == LIBRARY[:5]
    assert "### 2x3" in drawn.read_text(encoding="utf-8")
