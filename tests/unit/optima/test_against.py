"""Solutions held against records: each verdict follows from the replay and the line, and nothing is searched."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

import pytest

from optima.proved_rows import table_text
from sokocheck.batch.keys import level_key
from sokocheck.engines.all_engines import Watch
from sokocheck.optima.against import RecordsJudge, _BatchRecords, against_best_text, records_in, summarise
from sokocheck.optima.table import BEST, OptimaRow, OptimaTable, Optimum, key_of
from sokospec.board import Level
from sokospec.errors import SokobanError
from sokospec.formats import Reading
from sokospec.limits import Limits

LEVEL = Level.parse("#######\n#     #\n#@$ . #\n#     #\n#######")
SOLUTION, DETOUR = "RR", "udRR"
OTHER = Level.parse("#####\n#@$.#\n#####")


def table_of(path: Path, pushes_first: str, moves_first: str) -> OptimaTable:
    row = OptimaRow("a.xsb", 1, key_of(LEVEL), Optimum.read(pushes_first), Optimum.read(moves_first))
    path.write_text(table_text([row.cells]), encoding="ascii")
    return OptimaTable(path)


@pytest.mark.parametrize(
    ("pushes_first", "moves_first", "lurd", "claim", "verdict"),
    [
        ("2/2", "2/2", SOLUTION, None, "VALID"),
        ("2/2", "2/2", DETOUR, None, "VALID"),
        ("2/2", "2/2", "R", None, "INVALID"),
        ("2/2", "2/2", "rR", None, "INVALID"),
        ("2/2", "2/2", SOLUTION, "pushes-moves", "OPTIMAL"),
        ("2/2", "2/2", DETOUR, "pushes", "OPTIMAL"),
        ("2/2", "2/2", DETOUR, "moves", "NOT_OPTIMAL"),
        ("2/2", "2/2", DETOUR, "pushes-moves", "NOT_OPTIMAL"),
        ("2/?", "2/2", DETOUR, "pushes", "OPTIMAL"),
        ("2/?", "2/2", DETOUR, "pushes-moves", "UNKNOWN"),
        (">=1", "2/2", SOLUTION, "pushes", "UNKNOWN"),
        (">=2", "2/2", SOLUTION, "pushes", "OPTIMAL"),  # nothing goes below the bound
        (">=2", "2/2", SOLUTION, "pushes-moves", "UNKNOWN"),
        ("3/3", "2/2", SOLUTION, "pushes", "BETTER"),
        ("3/3", "2/2", SOLUTION, "moves", "BETTER"),  # wrong for one objective: wrong for all
        ("2/3", "2/2", SOLUTION, None, "BETTER"),
        (">=3", "2/2", SOLUTION, None, "BETTER"),
        ("-", "-", SOLUTION, None, "BETTER"),
        ("-", "-", SOLUTION, "unsolvable", "INVALID"),
        ("-", "-", None, "unsolvable", "VALID"),
        ("2/2", "2/2", None, "unsolvable", "INVALID"),
        (">=1", "2/?", None, "unsolvable", "INVALID"),
        (">=1", ">=2", None, "unsolvable", "UNKNOWN"),
    ],
)
def test_the_verdict_follows_from_replay_and_record(
    tmp_path: Path, pushes_first: str, moves_first: str, lurd: str | None, claim: str | None, verdict: str
) -> None:
    judge = RecordsJudge([table_of(tmp_path / "a.tsv", pushes_first, moves_first)], Reading())
    judgement = judge.judge(LEVEL, lurd, claim, Watch(Limits()))
    assert judgement.verdict == verdict
    if verdict == "BETTER":
        assert judgement.reason is not None and "but this replayed solution is better" in judgement.reason


def test_a_level_that_the_records_do_not_have_is_unknown_and_an_invalid_solution_of_it_invalid(tmp_path: Path) -> None:
    judge = RecordsJudge([table_of(tmp_path / "a.tsv", "2/2", "2/2")], Reading())
    for lurd, claim, verdict in (
        ("R", None, "UNKNOWN"),
        ("R", "moves", "UNKNOWN"),
        (None, "unsolvable", "UNKNOWN"),
        ("L", None, "INVALID"),
    ):
        judgement = judge.judge(OTHER, lurd, claim, Watch(Limits()))
        assert judgement.verdict == verdict and judgement.standings is None


def test_the_first_records_that_have_a_level_count(tmp_path: Path) -> None:
    tables = [table_of(tmp_path / "a.tsv", "2/2", "2/2"), table_of(tmp_path / "b.tsv", "3/3", "3/3")]
    watch = Watch(Limits())
    assert RecordsJudge(tables, Reading()).judge(LEVEL, SOLUTION, None, watch).verdict == "VALID"
    assert RecordsJudge(tables[::-1], Reading()).judge(LEVEL, SOLUTION, None, watch).verdict == "BETTER"


def test_the_sum_says_how_many_are_optimal(tmp_path: Path) -> None:
    judge = RecordsJudge([table_of(tmp_path / "a.tsv", "2/?", "2/2")], Reading())
    judgements = [judge.judge(LEVEL, lurd, None, Watch(Limits())) for lurd in (SOLUTION, DETOUR)]
    assert summarise(judgements).endswith("pushes 2 of 2, moves 1 of 2, pushes-moves 0 of 0, moves-pushes 1 of 2")


def record(objective: str, **changes: object) -> Mapping[str, object]:
    return {
        "file": "a.xsb",
        "level": 1,
        "verdict": "OPTIMAL",
        "objective": objective,
        "moves": 2,
        "pushes": 2,
        "lower_bound": 2,
        "key": level_key(LEVEL, objective),
        **changes,
    }


def written(path: Path, *records: object) -> _BatchRecords:
    path.write_text("".join(f"{json.dumps(each)}\n" for each in records), encoding="utf-8")
    found = records_in(path)
    assert isinstance(found, _BatchRecords)
    return found


@pytest.mark.parametrize(
    ("records", "lurd", "claim", "verdict"),
    [
        ([record("pushes")], DETOUR, "pushes", "OPTIMAL"),
        ([record("pushes")], DETOUR, "moves", "UNKNOWN"),
        ([record("moves-pushes")], DETOUR, "moves", "NOT_OPTIMAL"),
        ([record("moves-pushes"), record("pushes")], SOLUTION, "pushes-moves", "UNKNOWN"),
        ([record("moves", verdict="LIMIT_TIME", lower_bound=1), record("moves")], DETOUR, "moves", "NOT_OPTIMAL"),
        ([record("moves"), record("moves", verdict="LIMIT_TIME", lower_bound=1)], DETOUR, "moves", "NOT_OPTIMAL"),
        ([record("moves", verdict="LIMIT_MEMORY", lower_bound=None)], SOLUTION, "moves", "UNKNOWN"),
        ([record("moves", verdict="LIMIT_MEMORY", lower_bound=3)], SOLUTION, "moves", "BETTER"),
        ([record("any", verdict="UNSOLVABLE")], SOLUTION, "moves", "BETTER"),
        ([record("any", verdict="UNSOLVABLE")], None, "unsolvable", "VALID"),
        ([record("any", verdict="SOLVED")], SOLUTION, "moves", "UNKNOWN"),
        ([record("moves", verdict="INVALID_INPUT")], SOLUTION, "moves", "UNKNOWN"),
    ],
)
def test_records_of_batch_serve_too(
    tmp_path: Path, records: list[Mapping[str, object]], lurd: str | None, claim: str, verdict: str
) -> None:
    judge = RecordsJudge([written(tmp_path / "r.jsonl", *records)], Reading())
    judgement = judge.judge(LEVEL, lurd, claim, Watch(Limits()))
    assert judgement.verdict == verdict and against_best_text(judgement) == ""


@pytest.mark.parametrize(
    "bad",
    [
        {"level": 1},
        record("moves", moves=None),
        record("moves", moves=float("inf")),
        record("moves", verdict="GOOD"),
        record("fast"),
        7,
    ],
)
def test_a_line_that_batch_has_not_written_is_refused_with_its_number(tmp_path: Path, bad: object) -> None:
    with pytest.raises(SokobanError, match=r"r\.jsonl, line 2: no"):
        written(tmp_path / "r.jsonl", record("moves"), bad)


@pytest.mark.parametrize(
    ("best", "lurd", "claim", "verdict", "compared"),
    [
        ("2/3", SOLUTION, None, "VALID", "better than"),
        ("2/2", SOLUTION, None, "VALID", "as good as"),
        ("2/2", DETOUR, None, "VALID", "worse than"),
        ("2/2", DETOUR, "pushes", "UNKNOWN", "worse than"),  # as many pushes: no worse by the claim
        ("1/9", DETOUR, "pushes", "NOT_OPTIMAL", "worse than"),  # a solution refutes what no bound does
        ("2/2", DETOUR, "pushes-moves", "NOT_OPTIMAL", "worse than"),
        ("", SOLUTION, None, "VALID", None),
    ],
)
def test_a_solution_of_an_open_level_is_compared_with_the_best_one(
    tmp_path: Path, best: str, lurd: str, claim: str | None, verdict: str, compared: str | None
) -> None:
    row = OptimaRow("a.xsb", 1, key_of(LEVEL), Optimum(1), Optimum(1))
    (tmp_path / "a.tsv").write_text(table_text([[*row.cells, best]], [BEST]), encoding="ascii")
    judgement = RecordsJudge([records_in(tmp_path / "a.tsv")], Reading()).judge(LEVEL, lurd, claim, Watch(Limits()))
    assert judgement.verdict == verdict
    text = against_best_text(judgement)
    assert text.startswith(f"{compared} the best recorded solution, {best[0]} push") if compared else text == ""
    assert ("against the best recorded solutions: " in summarise([judgement])) == (compared is not None)
    if verdict == "NOT_OPTIMAL":
        assert judgement.reason is not None and "is recorded in a.tsv, a.xsb:1" in judgement.reason


def test_a_best_solution_that_is_no_pair_of_numbers_is_refused_with_its_line(tmp_path: Path) -> None:
    row = OptimaRow("a.xsb", 1, key_of(LEVEL), Optimum(1), Optimum(1))
    (tmp_path / "a.tsv").write_text(table_text([[*row.cells, "2/?"]], [BEST]), encoding="ascii")
    with pytest.raises(SokobanError, match="line 3: not a line of a table"):
        OptimaTable(tmp_path / "a.tsv")
