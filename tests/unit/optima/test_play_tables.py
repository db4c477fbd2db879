"""`dataset` writes proved optimal plays whose costs-to-go are the oracle's, and no level twice."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from batch.corridors import records
from cli import schemas
from cli.running import ROOT, WAREHOUSE, sokospec
from sokocheck.batch.results_file import Record
from sokocheck.checkers.verdicts import Finding
from sokocheck.engines.all_engines import Choice
from sokocheck.optima.play_tables import WRITERS, LevelPlays, datasheet, rows_of
from sokocheck.optima.play_task import PlayTask
from sokospec import Direction, Level, step
from sokospec.answer import EXACT, Objective, Verdict
from sokospec.formats import read
from sokospec.oracle.optimal_policy import Policy

LEVEL = Level.parse("#######\n#@    #\n# $.  #\n#     #\n#######")
DEAD = Level.parse("#######\n#@$ #.#\n#######")
FORMATS = ("npz", "parquet")


def performed(level: Level, number: int = 3) -> Record:
    task = PlayTask("x.xsb", number, "", level, "all", Choice("fast"), None, None, target="plays.npz")
    return {**task.perform(), "digest": "0123456789ab"}


def rows(path: Path) -> list[dict[str, Any]]:
    """Return the rows of a table; the lists of a NumPy archive are divided."""
    if path.suffix == ".parquet":
        parquet = pytest.importorskip("pyarrow.parquet")
        return list(parquet.read_table(path).to_pylist())
    with np.load(path) as archive:
        columns = {name: archive[name] for name in archive.files}
    first = columns.pop("first")
    ends = [start + moves for start, moves in zip(first, columns["moves"], strict=True)]
    lists = {name: columns.pop(name) for name in ("actions", "moves_to_go", "pushes_to_go")}
    values = zip(*(column.tolist() for column in columns.values()), strict=True)
    table = [dict(zip(columns, row, strict=True)) for row in values]
    for row, start, end in zip(table, first, ends, strict=True):
        row |= {name: joined[start:end].tolist() for name, joined in lists.items()}
    return table


@pytest.mark.parametrize("to", FORMATS)
def test_the_costs_to_go_along_a_play_are_the_oracles(tmp_path: Path, to: str) -> None:
    written = rows_of([LevelPlays(performed(LEVEL), str(LEVEL)), LevelPlays(performed(DEAD), str(DEAD))])
    with (tmp_path / f"plays.{to}").open("wb") as file:
        WRITERS[to](written, file)
    table = rows(tmp_path / f"plays.{to}")
    assert [row["objective"] for row in table] == list(EXACT)
    for row in table:
        schemas.check("dataset_table", row)
        policy, state = Policy(LEVEL, Objective(row["objective"])), LEVEL.state
        steps = zip(row["actions"], row["lurd"], row["moves_to_go"], row["pushes_to_go"], strict=True)
        for action, letter, moves, pushes in steps:
            to_go = {"moves": moves, "pushes": pushes}
            assert policy.cost(state) == tuple(to_go[count] for count in Objective(row["objective"]).counts)
            assert "udlr"[action] == letter.lower()
            state = step(LEVEL.board, state, Direction(action))
        assert state.boxes == LEVEL.goals and Level.parse(row["xsb"]) == LEVEL


def test_a_data_set_without_plays_is_written(tmp_path: Path) -> None:
    for to in FORMATS:
        with (tmp_path / f"plays.{to}").open("wb") as file:
            WRITERS[to]([], file)
        assert rows(tmp_path / f"plays.{to}") == []


def test_an_unsolvable_level_has_certificates_and_no_plays() -> None:
    record = performed(DEAD)
    assert (record["verdict"], record["plays"], record["certificates"]) == (Verdict.UNSOLVABLE, None, 4)


def test_a_rejected_certificate_is_an_internal_error_and_no_play(monkeypatch: pytest.MonkeyPatch) -> None:
    rejected = Finding("REJECTED", line=7, reason="no reason")
    monkeypatch.setattr("sokocheck.optima.certified.checker", lambda *_: lambda *_: rejected)
    record = performed(LEVEL)
    assert (record["verdict"], record["failed"], record["plays"]) == (Verdict.FAILED, "internal", None)
    assert "certificate rejected" in record["reason"]


def test_the_datasheet_names_the_files_and_says_what_is_missing() -> None:
    text = datasheet("plays.npz", [performed(LEVEL), performed(DEAD)], {"x.xsb": "ab" * 32}, boards=False)
    assert "2 levels: 1 optimal, 1 unsolvable. 4 plays" in text and "accepted all 8" in text
    assert f"| `x.xsb` | `{'ab' * 32}` |" in text and "not included" in text


@pytest.mark.long
def test_a_run_ends_with_the_table_and_a_second_one_does_nothing_again(tmp_path: Path) -> None:
    arguments = ("dataset", WAREHOUSE, "--out", str(tmp_path), "--jobs", "1", "--json")
    assert sokospec(*arguments, "--level", "1").returncode == 0
    first = rows(tmp_path / "plays.npz")
    done = sokospec(*arguments)
    assert done.returncode == 1
    assert [json.loads(line)["level"] for line in done.stdout.splitlines()] == [2, 3, 4]
    table = rows(tmp_path / "plays.npz")
    assert table[:4] == first and len(table) == 12
    levels = read(ROOT / WAREHOUSE)
    for row in table:
        assert row["digest"] == hashlib.sha256(str(levels[row["level"] - 1]).encode()).hexdigest()[:12]
    source = hashlib.sha256(Path(ROOT, WAREHOUSE).read_bytes()).hexdigest()
    assert source in (tmp_path / "README.md").read_text(encoding="utf-8")
    again = sokospec(*arguments, "--boards", "--to", "parquet")
    assert again.stdout == b"" and len(records(tmp_path / "_records.jsonl")) == 4
    assert {Level.parse(row["xsb"]) for row in rows(tmp_path / "plays.parquet")} == set(levels[:3])


@pytest.mark.long
def test_a_level_at_its_limit_has_no_plays(tmp_path: Path) -> None:
    done = sokospec("dataset", WAREHOUSE, "--out", str(tmp_path), "--jobs", "1", "--level", "3", "--time-limit", "0")
    assert done.returncode == 3
    assert [record["plays"] for record in records(tmp_path / "_records.jsonl")] == [None]
