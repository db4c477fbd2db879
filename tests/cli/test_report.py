"""`report` reads what batch, solve and benchmarks write, and finds every pair of claims that cannot both be true."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from cli.running import ROOT, WAREHOUSE, sokospec
from sokocheck.reports.contradictions import contradictions
from sokocheck.reports.rows import ResultRow, rows_of
from sokocheck.reports.summary import compare_runs, summaries
from sokospec import Objective
from sokospec.errors import SokobanError

Record = dict[str, Any]  # whatever JSON holds


def row(**columns: object) -> ResultRow:
    """Return the row of a level with a solution of 9 moves and 4 pushes that is called optimal, varied as given."""
    usual: dict[str, Any] = {  # of several types
        "run": "a",
        "file": "levels.xsb",
        "level": 1,
        "title": "",
        "objective": Objective.PUSHES,
        "verdict": "OPTIMAL",
        "moves": 9,
        "pushes": 4,
        "lurd": None,
        "lower_bound": 4,
        "expanded": 10,
        "seconds": 1.0,
        "peak_rss_mib": 20.0,
    }
    return ResultRow(**usual | columns)


def unsolved(verdict: str, **columns: object) -> ResultRow:
    return row(**{"verdict": verdict, "moves": None, "pushes": None, "lower_bound": None} | columns)


CONTRADICTIONS = {
    "unsolvable and solved": (unsolved("UNSOLVABLE"), row(verdict="SOLVED"), "called unsolvable, but"),
    "two optima": (row(), row(pushes=3, lower_bound=3), "called optimal for pushes at 4"),
    "a solution below an optimum": (row(lower_bound=None), row(verdict="SOLVED", pushes=3, lower_bound=1), "at 4"),
    "a solution below a bound": (unsolved("LIMIT_TIME", lower_bound=5), row(lower_bound=2), "lower bound is 5 pushes"),
    "two second counts": (
        row(objective=Objective.PUSHES_MOVES),
        row(objective=Objective.PUSHES_MOVES, moves=7),
        "at 4 and 9",
    ),
    "another objective": (
        row(objective=Objective.PUSHES_MOVES, moves=9, pushes=4),
        row(objective=Objective.MOVES, moves=9, pushes=3, lower_bound=9),
        "called optimal for pushes-moves",
    ),
    "a bound of moves": (
        unsolved("LIMIT_MEMORY", objective=Objective.MOVES, lower_bound=20),
        row(),
        "lower bound is 20 moves",
    ),
}


@pytest.mark.parametrize("name", CONTRADICTIONS)
def test_a_contradiction_is_found_once_whatever_the_order(name: str) -> None:
    one, other, text = CONTRADICTIONS[name]
    for pair in ([one, other], [other, one]):
        [found] = contradictions(pair)
        assert text in found.what


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (row(), row(moves=20)),
        (row(), row(verdict="SOLVED", pushes=8)),
        (row(), unsolved("LIMIT_TIME", lower_bound=4)),
        (unsolved("UNSOLVABLE"), unsolved("UNSOLVABLE")),
        (unsolved("UNSOLVABLE"), unsolved("LIMIT_MEMORY", lower_bound=3)),
        (unsolved("UNSOLVABLE"), row(level=2)),
        (row(objective=Objective.MOVES, lower_bound=9), row(pushes=3, moves=12, lower_bound=3)),
        (row(objective=Objective.ANY, verdict="SOLVED", lower_bound=2), row(pushes=3, lower_bound=3)),
        (row(digest="a"), row(digest="b", pushes=3, lower_bound=3)),  # two files of one name
        (unsolved("INVALID"), row()),
    ],
)
def test_what_can_both_be_true_is_no_contradiction(one: ResultRow, other: ResultRow) -> None:
    assert contradictions([one, other]) == []


@pytest.mark.parametrize(
    ("wrong", "text"),
    [
        (row(lower_bound=5), "its lower bound is 5"),
        (row(lurd="rR"), "other counts"),
        (unsolved("OPTIMAL"), "without a solution"),
        (unsolved("UNSOLVABLE", lurd="R"), "with a solution"),
    ],
)
def test_a_row_that_contradicts_itself_is_told(wrong: ResultRow, text: str) -> None:
    [found] = contradictions([wrong])
    assert text in found.what


def test_levels_that_play_alike_are_compared_by_what_they_share() -> None:
    one, other = row(key="k"), row(key="k", file="other.xsb", pushes=3, lower_bound=3)
    assert len(contradictions([one, other])) == 1
    by_moves = row(key="k", objective=Objective.MOVES, lower_bound=9)
    assert contradictions([by_moves, row(key="k", file="other.xsb", moves=8)]) == []  # the player starts elsewhere
    assert (
        len(contradictions([by_moves, row(key="k", file="o", objective=Objective.MOVES, moves=8, lower_bound=8)])) == 1
    )


def test_runs_are_summed_up_and_compared_level_by_level() -> None:
    one = [row(), row(level=2), unsolved("LIMIT_TIME", level=3), row(level=4)]
    other = [row(run="b", seconds=2.0), row(run="b", level=2, expanded=30), row(run="b", level=3)]
    first, second = summaries([*one, *other])
    assert (first.levels, first.verdicts, first.pushes) == (4, {"LIMIT_TIME": 1, "OPTIMAL": 3}, 12)
    assert (second.seconds, second.median_seconds, second.expanded) == (4.0, 1.0, 50)
    between = compare_runs(one, other)
    assert (between.common, between.seconds_ratio, between.expanded_ratio) == (2, 1.5, 2.0)
    assert [each.one.level for each in between.differences] == [3]
    assert (between.only_one, between.only_other) == (1, 0)


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return records of `batch` about the warehouse."""
    path = tmp_path_factory.mktemp("results") / "a.jsonl"
    sokospec("batch", WAREHOUSE, "--out", str(path), "--jobs", "1", "--engine", "reference")
    return path


def lines(path: Path) -> list[Record]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def written(path: Path, records: list[Record]) -> str:
    path.write_text("".join(json.dumps(record) + "\n" for record in records), encoding="utf-8")
    return str(path)


def test_records_of_batch_that_agree_give_0_and_a_picture(results: Path, tmp_path: Path) -> None:
    twice = written(tmp_path / "b.jsonl", lines(results))
    picture = tmp_path / "plot.svg"
    done = sokospec("report", str(results), twice, "--plot", str(picture))
    assert done.returncode == 0
    assert done.stdout.decode().count("1 unsolvable") == 2
    assert "4 levels settled by both" in done.stdout.decode()
    assert b"0 contradictions" in done.stderr
    assert picture.read_bytes().startswith(b"<?xml")


def test_a_lie_in_a_record_is_told_with_its_place_and_gives_1(results: Path, tmp_path: Path) -> None:
    lying = [record | {"verdict": "OPTIMAL"} for record in lines(results) if record["level"] < 4]
    lying[1] |= {"lurd": "rRurDrdLL", "moves": 9, "pushes": 4, "lower_bound": 4}
    lying.append(lines(results)[3] | {"verdict": "SOLVED", "moves": 3, "pushes": 1, "lower_bound": 1})
    lie = written(tmp_path / "lie.jsonl", lying)
    done = sokospec("report", str(results), lie)
    text = done.stdout.decode()
    assert done.returncode == 1
    assert f"contradiction: {WAREHOUSE}:2 'Pushes or moves', {lie}: called optimal for pushes at 4, but" in text
    assert f"contradiction: {WAREHOUSE}:4 'No way out', {results}: called unsolvable, but {lie} has a solution" in text
    found = [json.loads(line) for line in sokospec("report", str(results), lie, "--json").stdout.splitlines()]
    kinds = [record["kind"] for record in found]
    assert kinds == ["run", "run", "comparison", "difference", "difference", "contradiction", "contradiction"]


def test_records_of_solve_and_of_a_benchmark_are_read_too(results: Path, tmp_path: Path) -> None:
    solved = tmp_path / "solved.jsonl"
    solved.write_bytes(sokospec("solve", WAREHOUSE, "--json", "--engine", "reference").stdout)
    rows, notes = rows_of(solved)
    assert (len(rows), notes) == (4, [])
    bench = {"solver": "x", "without": None, "boxes": 2, "squares": 9, "generated": None, "note": "", "commit": ""}
    record = lines(results)[0] | bench | {"cpu_seconds": 1.0, "wall_seconds": 1.0}
    whole = {"schema": 1, "parameters": {"objective": "pushes"}, "runs": [], "rows": [record]}
    (tmp_path / "record.json").write_text(json.dumps(whole, indent=1), encoding="utf-8")
    [only], _ = rows_of(tmp_path / "record.json")
    assert only.run.endswith("record.json, x") and only.digest == record["digest"]
    head = {name: value for name, value in whole.items() if name != "rows"}
    journal = written(tmp_path / "rows.jsonl", [head, record])
    assert rows_of(Path(journal))[0][0].seconds == 1.0
    assert sokospec("report", str(results), str(solved), journal).returncode == 0


def test_one_file_with_two_sets_of_options_is_two_runs(results: Path, tmp_path: Path) -> None:
    other = [
        record | {"search": record["search"] + "x", "options": record["options"] | {"time_limit": 5.0}}
        for record in lines(results)
    ]
    rows, _ = rows_of(Path(written(tmp_path / "two.jsonl", [*lines(results), *other])))
    assert len(rows) == 8
    assert sorted({each.run.partition(", ")[2] for each in rows}) == ["time_limit 5.0", "time_limit None"]


def test_a_torn_last_line_is_left_out_and_told(results: Path, tmp_path: Path) -> None:
    torn = tmp_path / "torn.jsonl"
    torn.write_bytes(results.read_bytes()[:-20])
    rows, [note] = rows_of(torn)
    assert len(rows) == 3 and "torn" in note


@pytest.mark.parametrize("text", ["hello\n", "[]\n", "{}\n", '{"rows": [1], "parameters": {}}', '{"file": 1}\n', ""])
def test_a_file_without_records_gives_4(tmp_path: Path, text: str) -> None:
    path = tmp_path / "file"
    path.write_text(text, encoding="utf-8")
    done = sokospec("report", str(path))
    assert done.returncode == 4 and b"Traceback" not in done.stderr


def test_values_of_the_wrong_type_are_refused(results: Path, tmp_path: Path) -> None:
    with pytest.raises(SokobanError, match="not a number"):
        rows_of(Path(written(tmp_path / "x", [lines(results)[0] | {"pushes": "4"}])))


def test_without_matplotlib_the_error_says_what_to_install(results: Path, tmp_path: Path) -> None:
    script = (
        "import sys\nsys.modules['matplotlib'] = None\nfrom sokocli.main import exit_code\n"
        f"sys.exit(exit_code(['report', {str(results)!r}, '--plot', {str(tmp_path / 'x.svg')!r}]))"
    )
    done = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, timeout=900, check=False)
    assert done.returncode == 2 and b"pip install matplotlib" in done.stderr
