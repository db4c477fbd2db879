"""A board that is no level is malformed in every command: exit code 4, and stderr says why, with the others done."""

from __future__ import annotations

from pathlib import Path

import pytest

from sokocli.main import exit_code

NO_PLAYER = "#####\n# $.#\n#####\n"
SOLVED = "#####\n#@$.#\n#####\nSolution:\nR\n"

READERS = {
    "check": (),
    "improve": (),
    "solve": ("--engine", "reference"),
    "deadlocks": (),
    "perft": ("--depth", "1"),
    "convert": ("--to", "sok"),
    "normalize": (),
    "render": (),
    "savitch": (),
    "crosscheck": ("--solver", "cat {level}"),
}
"""The commands that read levels, with options that they need."""


@pytest.mark.parametrize("name", READERS)
@pytest.mark.parametrize("beside", ["", SOLVED])
def test_a_board_without_a_player_is_malformed(
    name: str, beside: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "level.xsb"
    path.write_text(f"{NO_PLAYER}\n{beside}", encoding="ascii")
    assert exit_code([name, str(path), *READERS[name]]) == 4
    said = capsys.readouterr()
    assert f"{path}:1: malformed: line 1, column 1: the level has 0 players" in said.err
    assert "no solution" not in said.err
    assert bool(said.out) == (bool(beside) or name in ("solve", "savitch")) or name == "deadlocks"


def test_malformed_boards_of_several_files_are_told_beside_the_claims(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    names = "one.xsb", "two.xsb", "three.xsb"
    for name, text in zip(names, (NO_PLAYER, SOLVED, f"{SOLVED}\n{NO_PLAYER}Solution:\nR\n"), strict=True):
        (tmp_path / name).write_text(text, encoding="ascii")
    files = [str(tmp_path / name) for name in names]
    assert exit_code(["check", *files]) == 4
    said = capsys.readouterr()
    assert said.out.count(": valid") == 2 and said.out.endswith("2 valid, 1 malformed level\n")
    assert said.out.count(": malformed level") == 1
    assert said.err.count(": malformed: ") == 1  # of the other one the result says it
    assert exit_code(["check", files[2], "--level", "1"]) == 0
    assert exit_code(["check", files[2], "--level", "2"]) == 4


def test_a_level_without_a_solution_has_nothing_to_be_checked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "level.xsb"
    path.write_text("#####\n#@$.#\n#####\n", encoding="ascii")
    assert exit_code(["check", str(path)]) == 4
    assert "no solution to check" in capsys.readouterr().err
