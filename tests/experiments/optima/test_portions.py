"""A table in the making: killed and resumed it is the same, and where two programs disagree there is no line."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from optima import portions as portions_module
from optima import proved_rows
from optima.portions import Sums, TableRun, lines_of, portions
from optima.proved_rows import ProvedRow, Wish, prove_row
from sokocheck.batch.results_file import ResultsFile
from sokocheck.checkers.all_checkers import Check
from sokocheck.checkers.verdicts import Finding
from sokocheck.optima import certified as module
from sokocheck.optima.certified import LEXICOGRAPHIC, Wrong
from sokocheck.optima.table import Optimum
from sokosolve.certify.certificate import solve_with_certificate
from sokospec.answer import EXACT, Answer, Objective, Verdict
from sokospec.board import Level
from sokospec.errors import SokobanError
from sokospec.limits import Limits
from workers_here import Here

LEVELS = [Level.parse(f"{'#' * (n + 4)}\n#@{' ' * n}$.#\n{'#' * (n + 4)}".replace("#@ ", "#@ ")) for n in range(5)]
DEAD = Level.parse("######\n#@ .$#\n######")
NONE = Limits()
QUICK = Wish()
THOROUGH = Wish(each=True, backward=True, checker="reference")


@pytest.fixture(autouse=True)
def small_portions(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(portions_module, "PORTION", 2)


def run(path: Path, most: int = 100, wish: Wish = QUICK) -> list[list[str]]:
    with ResultsFile(path) as results:
        results.repair()
        table = TableRun(results, Here(most))
        table.through(portions("a.xsb", LEVELS, wish, NONE))
        return lines_of(list(table.done.values()))


def test_a_run_that_was_interrupted_or_killed_gives_the_same_lines_and_does_nothing_twice(tmp_path: Path) -> None:
    whole = run(tmp_path / "whole.jsonl")
    assert [int(cells[1]) for cells in whole] == [1, 2, 3, 4, 5]
    path = tmp_path / "a.jsonl"
    with pytest.raises(KeyboardInterrupt):
        run(path, most=1)
    kept = path.read_bytes()
    assert kept.count(b"\n") == 1
    path.write_bytes(kept + kept[:30])  # what kill -9 may leave
    assert run(path, most=2) == whole
    assert path.read_bytes().startswith(kept)
    assert run(path, most=0) == whole


def test_a_portion_that_failed_is_done_again_and_other_options_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    first = next(portions("a.xsb", LEVELS, Wish(), NONE))
    with ResultsFile(path) as results:
        results.append(first.failure(Verdict.FAILED, "a worker died"))
    assert len(run(path)) == 5
    with pytest.raises(SokobanError, match="name another folder"):
        run(path, wish=THOROUGH)
    path.write_text('{"file": "a", "first": 1}\n', encoding="ascii")
    with pytest.raises(SokobanError, match="other records"):
        run(path)


def test_each_way_gives_the_same_optima_and_a_certificate_for_each_objective() -> None:
    for level in (*LEVELS, DEAD):
        quick, thorough = (prove_row("a.xsb", 1, level, wish, NONE) for wish in (Wish(), THOROUGH))
        assert quick.row == thorough.row
        for found, count in ((quick, len(LEXICOGRAPHIC)), (thorough, len(EXACT))):
            assert len(found.proved.answers) == len(found.proved.digests) == count and all(found.proved.digests)
    assert (quick.row.pushes_first, quick.row.moves_first) == (Optimum(None), Optimum(None))


def test_a_limit_leaves_the_level_open_with_its_bound_and_no_certificate() -> None:
    found = prove_row("a.xsb", 1, LEVELS[3], THOROUGH, Limits(seconds=0))
    assert not found.row.pushes_first.is_least and found.row.pushes_first.bound is not None
    assert found.proved.digests == ("", "", "", "") and found.proved.bytes == 0


def rejecting(*_: object) -> Check:
    return lambda *_: Finding("REJECTED", None, 7, "no fact rules it out")


def test_a_rejected_certificate_leaves_no_line_and_says_of_which_level(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "checker", rejecting)
    record = next(portions("a.xsb", LEVELS, Wish(), NONE)).perform()
    assert record["rows"] == [] and record["certificates"] == 0
    assert record["wrong"][1].startswith("a.xsb:2: pushes-moves: certificate rejected, line 7 of the certificate")
    sums = Sums()
    sums.add(record)
    assert (sums.levels, len(sums.wrong)) == (0, 2)


@pytest.mark.parametrize("objective", EXACT)
def test_a_wrong_optimum_is_noticed_whichever_search_says_it(
    monkeypatch: pytest.MonkeyPatch, objective: Objective
) -> None:
    """With the checker out of the way, by the other searches of the same level."""
    right = solve_with_certificate

    def wrong(level: Level, wanted: Objective, *rest: Any, **options: Any) -> Answer:
        answer = right(level, wanted, *rest, **options)
        if wanted is not objective:
            return answer
        return Answer(answer.verdict, wanted, f"lr{answer.lurd}R", None, 1, 1, 0.0, 0.0)

    monkeypatch.setattr(module, "solve_with_certificate", wrong)
    monkeypatch.setattr(module, "_check", lambda *_, **__: None)
    with pytest.raises(Wrong, match="do not agree"):
        prove_row("a.xsb", 1, LEVELS[2], Wish(each=True), NONE)


@pytest.mark.parametrize(
    ("verdict", "lurd", "bound", "agrees"),
    [
        (Verdict.OPTIMAL, "R", 1, True),
        (Verdict.OPTIMAL, "RR", 2, False),
        (Verdict.UNSOLVABLE, None, None, False),
        (Verdict.LIMIT_TIME, None, 1, True),
        (Verdict.LIMIT_TIME, None, 2, False),
    ],
)
def test_the_search_backwards_must_agree(
    monkeypatch: pytest.MonkeyPatch, verdict: Verdict, lurd: str | None, bound: int | None, agrees: bool
) -> None:
    answer = Answer(verdict, Objective.PUSHES, lurd, bound, 1, 1, 0.0, 0.0)
    monkeypatch.setattr(proved_rows, "solve", lambda *_, **__: answer)

    def found() -> ProvedRow:
        return prove_row("a.xsb", 1, LEVELS[1], Wish(backward=True), NONE)

    if agrees:
        assert found().row.pushes_first == Optimum(1, True, 2)
        return
    with pytest.raises(Wrong, match="backwards"):
        found()


def test_the_first_and_every_second_portion_get_the_checker_named() -> None:
    wanted = [
        each.wish.checker == "reference"
        for each in portions("a.xsb", LEVELS * 2, Wish(), NONE, checker="reference", checker_each=2)
    ]
    assert wanted == [True, False, True, False, True]
    assert all(each.wish.checker == "fast" for each in portions("a.xsb", LEVELS, Wish(), NONE))
