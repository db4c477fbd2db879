"""The fast engine in processes of its own: on a warm cache, without one, and on levels of every size."""

from __future__ import annotations

from pathlib import Path

import pytest

from cli.running import HARD, WAREHOUSE, on_a_terminal, records, sokospec

MESSAGE = "compiling the fast engine"


def room(width: int, height: int, inside: dict[tuple[int, int], str]) -> str:
    """Return a drawing of a room, with characters at (row, column)."""
    rows = [
        "".join(
            "#" if row in (0, height - 1) or column in (0, width - 1) else inside.get((row, column), "-")
            for column in range(width)
        )
        for row in range(height)
    ]
    return "|".join(rows)


SIXTY = {(row, column + step): "-$."[step] for row in range(2, 12) for column in range(2, 20, 3) for step in range(3)}
LEVELS = {
    "80 x 50, one box": (room(80, 50, {(2, 2): "@", (25, 40): "$", (48, 78): "."}), "OPTIMAL", 61),
    "60 boxes": (room(22, 14, SIXTY | {(1, 1): "@"}), "OPTIMAL", 60),
    "80 x 50, 60 boxes": (room(80, 50, SIXTY | {(1, 1): "@"}), "OPTIMAL", 60),
    "one box in a room": (room(12, 9, {(2, 2): "@", (3, 3): "$", (6, 9): "."}), "OPTIMAL", 9),
    "one box": ("#####|#@$.#|#####", "OPTIMAL", 1),
    "solved": ("#####|#@*-#|#####", "OPTIMAL", 0),
    "80 x 50, solved": (room(80, 50, {(2, 2): "@", (25, 40): "*"}), "OPTIMAL", 0),
    "a box out of reach": ("#########|#@$.##$.#|#########", "UNSOLVABLE", None),
    "80 x 50, a box out of reach": (
        room(80, 50, {(2, 2): "@", (47, 1): "#", (47, 2): "#", (48, 1): "$", (48, 2): "#", (5, 5): "."}),
        "UNSOLVABLE",
        None,
    ),
    "a box on a goal out of reach": ("#########|#@$.##*-#|#########", "OPTIMAL", 1),
    "a box in a corner": ("#####|#@-$#|#-.-#|#####", "UNSOLVABLE", None),
}


@pytest.mark.parametrize("name", LEVELS)
def test_a_level_of_any_size_gets_its_verdict_and_exit_code(name: str) -> None:
    text, verdict, pushes = LEVELS[name]
    done = sokospec("solve", "-", "--json", stdin=text)
    assert [(answer["verdict"], answer["pushes"]) for answer in records(done)] == [(verdict, pushes)]
    assert done.returncode == (0 if verdict == "OPTIMAL" else 1)


def test_two_processes_in_turn_agree_with_the_reference_engine() -> None:
    truth, *answers = (
        [(answer["verdict"], answer["pushes"]) for answer in records(sokospec("solve", WAREHOUSE, "--json", *options))]
        for options in (["--engine", "reference"], [], [])
    )
    assert answers == [truth, truth]


@pytest.mark.long
def test_every_algorithm_and_direction_and_a_feature_switched_off_give_the_same_optimum() -> None:
    for options in (
        ["--algorithm", "idastar"],
        ["--algorithm", "bfs"],
        ["--direction", "backward"],
        ["--direction", "both"],
        ["--without", "freeze", "--without", "pairs"],
    ):
        done = sokospec("solve", WAREHOUSE, "--json", *options)
        assert [answer["pushes"] for answer in records(done)] == [2, 2, 3, None], options


@pytest.mark.long
def test_the_largest_level_is_searched_from_both_ends_for_moves_too() -> None:
    text, verdict, pushes = LEVELS["80 x 50, one box"]
    done = sokospec("solve", "-", "--json", "--objective", "pushes-moves", "--direction", "both", stdin=text)
    assert [(answer["verdict"], answer["pushes"]) for answer in records(done)] == [(verdict, pushes)]


def test_the_first_search_says_on_a_terminal_that_it_compiles(tmp_path: Path) -> None:
    level = tmp_path / "hard.xsb"
    level.write_text(HARD, encoding="utf-8")
    _, stdout, terminal = on_a_terminal(
        "solve", str(level), "--time-limit", "0.3", env={"NUMBA_CACHE_DIR": str(tmp_path)}
    )
    assert MESSAGE in terminal
    assert MESSAGE.encode() not in stdout
    assert [*(tmp_path / "sokospec").glob("*.o")]


def test_a_batch_compiles_once_and_for_small_levels_not_at_all_and_in_a_pipe_nobody_hears_of_it(tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    cache.mkdir()
    levels = [
        room(12, 9, {(2, 2): "@", (3, 3): "$", (row, 9): "."}).replace("|", "\n").replace("-", " ") for row in (4, 5, 6)
    ]
    small, large = "#####\n#@$.#\n#####\n", "\n\n".join(levels)
    for number, (text, made) in enumerate(((small, 0), (large, 1))):
        out = tmp_path / f"{number}.jsonl"
        done = sokospec(
            *("batch", "-", "--out", str(out), "--jobs", "2", "--time-limit", "5"),
            stdin=text,
            env={"NUMBA_CACHE_DIR": str(cache)},
        )
        assert (done.returncode, done.stderr) == (0, b"")
        assert len([*cache.rglob("*.o")]) == made


def nowhere(folder: Path) -> dict[str, str]:
    """Return an environment in which no cache can be written: nobody makes a folder below a file."""
    file = folder / "file"
    file.touch()
    return {"NUMBA_CACHE_DIR": f"{file}/cache", "HOME": f"{file}/home", "XDG_CACHE_HOME": f"{file}/cache"}


def test_an_engine_that_can_keep_nothing_still_solves(tmp_path: Path) -> None:
    for name in ("one box", "one box in a room"):
        text, verdict, pushes = LEVELS[name]
        done = sokospec("solve", "-", "--json", stdin=text, env=nowhere(tmp_path))
        assert [(answer["verdict"], answer["pushes"]) for answer in records(done)] == [(verdict, pushes)]
        assert done.returncode == 0
