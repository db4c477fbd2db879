"""What tables and plots say follows from the record, and every fault of ours is told."""

from __future__ import annotations

import doctest
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from xml.etree import ElementTree

import pytest

from common import plots, tables
from common.findings import comparisons, faults, summaries
from common.record import Record, Row

EXPERIMENTS = Path(__file__).parents[2] / "experiments"

MakeRow = Callable[..., Row]
MakeRecord = Callable[..., Record]


@pytest.mark.parametrize("module", sorted(path.stem for path in EXPERIMENTS.glob("*.py")))
def test_examples_in_the_docstrings_of_experiments_print_what_they_say(module: str) -> None:
    assert doctest.testmod(import_module(module)).failed == 0


def test_only_solutions_within_the_limit_count_as_solved(row: MakeRow, record: MakeRecord) -> None:
    rows = [
        row(level=1, cpu_seconds=10.0),
        row(level=2, cpu_seconds=10.001),
        row(level=3, verdict="SOLVED", cpu_seconds=1.0),
        row(level=4, verdict="LIMIT_TIME", moves=None, pushes=None),
        row(level=5, verdict="UNSOLVABLE", moves=None, pushes=None),
        row(level=6, verdict="INVALID", moves=None, pushes=None),
    ]
    (summary,) = summaries(record(*rows))
    assert (summary.levels, summary.solved, summary.late) == (6, 2, 1)
    assert (summary.cpu_seconds, summary.median_cpu_seconds) == (11.0, 5.5)
    assert summary.rest == {"INVALID": 1, "LIMIT_TIME": 1, "UNSOLVABLE": 1}


@pytest.mark.parametrize(
    ("objective", "moves", "pushes", "verdict"),
    [
        ("pushes", 99, 3, "optimal"),
        ("pushes", 5, 4, "worse"),
        ("moves", 5, 9, "optimal"),
        ("moves", 6, 3, "worse"),
        ("pushes-moves", 5, 3, "optimal"),
        ("pushes-moves", 6, 3, "worse"),
        ("moves-pushes", 5, 4, "worse"),
        ("any", 99, 99, "unknown"),
    ],
)
def test_a_solution_is_optimal_if_it_costs_what_was_proved(
    objective: str, moves: int, pushes: int, verdict: str, row: MakeRow, record: MakeRecord
) -> None:
    theirs = row(solver="theirs", without=None, verdict="SOLVED", moves=moves, pushes=pushes, lower_bound=None)
    _, summary = summaries(record(row(), theirs, objective=objective))
    assert (summary.optimal, summary.worse) == (verdict == "optimal", verdict == "worse")


def test_what_was_not_proved_is_neither_optimal_nor_worse(row: MakeRow, record: MakeRecord) -> None:
    ours = row(verdict="LIMIT_TIME", moves=None, pushes=None)
    theirs = row(solver="theirs", without=None, verdict="SOLVED")
    _, summary = summaries(record(ours, theirs))
    assert (summary.solved, summary.optimal, summary.worse) == (1, 0, 0)


def test_a_solver_without_rows_that_are_solved_has_no_median(row: MakeRow, record: MakeRecord) -> None:
    (summary,) = summaries(record(row(verdict="LIMIT_TIME", moves=None, pushes=None)))
    assert summary.median_cpu_seconds is None and summary.cpu_seconds == 0


def test_an_ablation_compares_sums_over_the_levels_that_both_solved(row: MakeRow, record: MakeRecord) -> None:
    less = {"solver": "sokospec without a", "without": ("a",)}
    rows = [
        row(level=1, cpu_seconds=1.0, expanded=10),
        row(**less, level=1, cpu_seconds=3.0, expanded=50),
        row(level=2, cpu_seconds=2.0, expanded=20),
        row(**less, level=2, cpu_seconds=3.0, expanded=40),
        row(level=3, cpu_seconds=5.0, expanded=500),
        row(**less, level=3, verdict="LIMIT_TIME", moves=None, pushes=None, cpu_seconds=10.0, expanded=9999),
        row(solver="theirs", without=None, verdict="SOLVED"),
    ]
    full, without = comparisons(record(*rows))
    assert (full.solver, full.solved, full.common, full.cpu_ratio, full.expanded_ratio) == ("sokospec", 3, 3, 1, 1)
    assert (without.solved, without.common, without.cpu_seconds, without.cpu_ratio) == (2, 2, 6.0, 2.0)
    assert (without.expanded, without.expanded_ratio) == (90, 3.0)


def test_nothing_is_compared_without_an_ablation(row: MakeRow, record: MakeRecord) -> None:
    assert list(comparisons(record(row(), row(solver="theirs", without=None)))) == []
    assert list(comparisons(record())) == []


def test_answers_that_agree_are_no_fault(row: MakeRow, record: MakeRecord) -> None:
    theirs = {"solver": "theirs", "without": None, "lower_bound": None}
    rows = [
        row(),
        row(solver="sokospec without a", without=("a",), moves=7),
        row(**theirs, verdict="SOLVED", pushes=9),
        row(level=2, verdict="UNSOLVABLE", moves=None, pushes=None, lower_bound=None),
        row(**theirs, level=2, verdict="INVALID", moves=None, pushes=None, note="their affair"),
        row(level=3, verdict="LIMIT_TIME", moves=None, pushes=None, lower_bound=3),
        row(**theirs, level=3, verdict="SOLVED"),
    ]
    assert list(faults(record(*rows))) == []


@pytest.mark.parametrize(
    ("columns", "said"),
    [
        ({}, "levels.xsb:1, sokospec: OPTIMAL at 3, but theirs needs 2"),
        ({"verdict": "SOLVED", "lower_bound": 3}, "levels.xsb:1, sokospec: lower bound 3, but theirs needs 2"),
        (
            {"verdict": "LIMIT_TIME", "moves": None, "pushes": None, "lower_bound": 4},
            "levels.xsb:1, sokospec: lower bound 4, but theirs needs 2",
        ),
        ({"verdict": "UNSOLVABLE", "moves": None, "pushes": None, "lower_bound": None}, "but theirs solved it"),
        (
            {"verdict": "INVALID", "moves": None, "pushes": None, "lower_bound": None, "note": "oh"},
            "sokospec: INVALID: oh",
        ),
        ({"verdict": "CRASHED", "moves": None, "pushes": None, "lower_bound": None, "note": "oh"}, "CRASHED: oh"),
        ({"verdict": "LIMIT_TIME", "moves": None, "pushes": None, "note": "stopped: cpu"}, "stopped: cpu"),
    ],
)
@pytest.mark.parametrize("ours_first", [True, False])
def test_an_answer_of_ours_that_another_one_refutes_is_told(
    columns: dict[str, object], said: str, ours_first: bool, row: MakeRow, record: MakeRecord
) -> None:
    rows = [row(**columns), row(solver="theirs", without=None, verdict="SOLVED", pushes=2, lower_bound=None)]
    told = list(faults(record(*(rows if ours_first else reversed(rows)))))
    assert any(said in line for line in told)


def test_two_proven_optima_that_differ_are_told(row: MakeRow, record: MakeRecord) -> None:
    rows = [row(moves=9), row(solver="sokospec without a", without=("a",), moves=8)]
    assert list(faults(record(*rows))) == []
    (line,) = faults(record(*rows, objective="pushes-moves"))
    assert line == "levels.xsb:1, sokospec: OPTIMAL at 3 and 9, but sokospec without a needs 3 and 8"


def test_other_levels_refute_nothing(row: MakeRow, record: MakeRecord) -> None:
    theirs = {"solver": "theirs", "without": None, "verdict": "SOLVED", "pushes": 1, "lower_bound": None}
    others = [row(**theirs, level=2), row(**theirs, file="b.xsb"), row(**theirs, digest="another drawing")]
    assert list(faults(record(row(), *others))) == []


def test_tables_hold_every_solver_and_fault(
    row: MakeRow, record: MakeRecord, capsys: pytest.CaptureFixture[str]
) -> None:
    less = row(solver="sokospec without [a]", without=("[a]",), commit="5eed")
    theirs = row(solver="theirs", without=None, verdict="SOLVED", pushes=2, title="[bold]\x1b[31m", expanded=None)
    tables.show(record(row(), less, theirs), verbose=True)
    shown = capsys.readouterr().out
    for text in ("sokospec without [a]", "theirs", "[bold]", "FAULT", "5eed, c0ffee", "2.00"):
        assert text in shown
    assert "\x1b" not in shown


def test_plots_are_drawn_from_a_record_alone_and_always_alike(row: MakeRow, record: MakeRecord, tmp_path: Path) -> None:
    rows = [
        *(row(level=level, boxes=level % 5 + 1, squares=20 + level, expanded=level**3) for level in range(30)),
        *(row(level=level, solver="less", without=("a",), cpu_seconds=level + 0.5) for level in range(30)),
        *(row(level=level, solver="$they_", without=None, expanded=None) for level in range(30)),
        row(level=30, verdict="LIMIT_TIME", moves=None, pushes=None),
    ]
    (tmp_path / "again").mkdir()
    first, second = plots.draw(record(*rows), tmp_path), plots.draw(record(*rows), tmp_path / "again")
    assert [path.name for path in first] == ["cactus.svg", "growth.svg"]
    for one, other in zip(first, second, strict=True):
        assert ElementTree.parse(one).getroot().tag.endswith("svg")
        assert one.read_bytes() == other.read_bytes()


def test_plots_of_next_to_nothing_can_be_drawn(row: MakeRow, record: MakeRecord, tmp_path: Path) -> None:
    plots.draw(record(row(verdict="LIMIT_TIME", without=None, expanded=None)), tmp_path)
    plots.draw(record(row(expanded=0)), tmp_path)
