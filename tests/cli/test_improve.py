"""`improve` makes valid solutions shorter, says where others are wrong, and loses nothing when it is ended."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cli import schemas
from sokocli.main import exit_code
from sokosolve.improve.optimiser import Improver
from sokospec.answer import Verdict
from sokospec.limits import LimitReached

LEVEL = "#######\n#@$  .#\n#     #\n#######\n"
BEST, LONG = "RRR", "RdrruLdllu" * 3 + "RRR"


@pytest.fixture
def levels(tmp_path: Path) -> Path:
    """A file with the level and two solutions of it."""
    path = tmp_path / "levels.xsb"
    path.write_text(f"{LEVEL}Solution: {BEST}\nSolution: {LONG}\n", encoding="ascii")
    return path


def improved(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, list[dict[str, object]]]:
    """Run the command, and return its exit code and records."""
    code = exit_code(["improve", *words, "--json"])
    found = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    for record in found:
        schemas.check("improve", record)
    return code, found


def test_each_solution_of_a_file_is_made_shorter(levels: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, found = improved(capsys, str(levels), "--objective", "moves")
    assert code == 0
    assert [(each["solution"], each["verdict"], each["lurd"]) for each in found] == [
        (1, "OPTIMAL", BEST),
        (2, "OPTIMAL", BEST),
    ]
    assert found[1]["before"] == {"moves": 33, "pushes": 9} and found[1]["after"] == {"moves": 3, "pushes": 3}


def test_solutions_come_from_a_file_of_json_lines(levels: Path, capsys: pytest.CaptureFixture[str]) -> None:
    claims = levels.with_name("claims.jsonl")
    lines = [{"level": 1, "lurd": LONG}, {"level": 1, "lurd": "RR"}, {"level": 1, "lurd": None, "claim": "unsolvable"}]
    claims.write_text("\n".join(map(json.dumps, lines)), encoding="ascii")
    code, found = improved(capsys, str(levels), "--solutions", str(claims))
    assert code == 1
    assert [each["verdict"] for each in found] == ["OPTIMAL", "INVALID"]
    assert found[1]["at"] == 2 and found[1]["rule"] == "A2" and found[1]["lurd"] is None


def test_an_invalid_solution_is_told_with_its_place(levels: Path, capsys: pytest.CaptureFixture[str]) -> None:
    levels.write_text(f"{LEVEL}Solution: RRU\n", encoding="ascii")
    assert exit_code(["improve", str(levels)]) == 1
    assert ": invalid at step 3: 'U' is illegal" in capsys.readouterr().out


def test_without_a_solution_there_is_nothing_to_improve(levels: Path, capsys: pytest.CaptureFixture[str]) -> None:
    levels.write_text(LEVEL, encoding="ascii")
    assert exit_code(["improve", str(levels)]) == 4
    assert "no solution to improve was found" in capsys.readouterr().err


def test_ctrl_c_prints_the_best_so_far_and_ends_the_run(
    levels: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt(_: object) -> None:
        raise KeyboardInterrupt

    levels.write_text(f"{LEVEL}Solution: {LONG}\nSolution: {BEST}\n", encoding="ascii")
    monkeypatch.setattr(Improver, "run", interrupt)
    code, found = improved(capsys, str(levels))
    assert code == 3
    assert [(each["lurd"], each["verdict"], each["interrupted"]) for each in found] == [(BEST, "VALID", True)]


def test_a_limit_in_the_search_is_no_failure(
    levels: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def stop(_: object) -> None:
        raise LimitReached(Verdict.LIMIT_TIME)

    monkeypatch.setattr(Improver, "run", stop)
    code, found = improved(capsys, str(levels))
    assert code == 0
    assert [(each["lurd"], each["verdict"]) for each in found] == [(BEST, "VALID")] * 2


def test_solve_makes_any_solution_shorter_when_asked(levels: Path, capsys: pytest.CaptureFixture[str]) -> None:
    levels.write_text("########\n#@     #\n# $ $  #\n#  .  .#\n#      #\n########\n", encoding="ascii")
    assert exit_code(["solve", str(levels), "--objective", "any", "--improve", "5", "--json"]) == 0
    [found] = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    schemas.check("solve", found)
    assert found["verdict"] == "SOLVED" and found["pushes"] == found["lower_bound"] == 5


def test_exact_answers_are_not_improved(levels: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert exit_code(["solve", str(levels), "--improve", "5"]) == 2
    assert "--improve needs --objective any" in capsys.readouterr().err
