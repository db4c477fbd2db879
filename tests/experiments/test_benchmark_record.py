"""A record survives crashes, is continued, and never mixes what cannot be compared."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from common.record import JOURNAL, RECORD, Journal, Parameters, Record, Row, Run, load, save
from sokospec.errors import SokobanError

PARAMETERS = Parameters("pushes", 10.0, 4096.0)
RUN = Run("2026-01-01T00:00:00+00:00", ("--levels", "a.xsb"), "c0ffee", {"python": "3.12", "cpus": 2})
LATER = replace(RUN, date="2026-01-02T00:00:00+00:00")


def test_a_record_that_is_saved_and_loaded_is_the_same(tmp_path: Path, row: Callable[..., Row]) -> None:
    rows = (
        row(),
        row(solver="other", without=None, title="Ü\u2028\n\"'", moves=None, expanded=None),
        row(without=("a",)),
    )
    record = Record(PARAMETERS, (RUN, LATER), rows)
    save(record, tmp_path / "r.json")
    assert load(tmp_path / "r.json") == record
    assert json.loads((tmp_path / "r.json").read_text())["rows"][0]["solver"] == "sokospec"


def test_a_record_without_rows_can_be_saved(tmp_path: Path) -> None:
    save(Record(PARAMETERS, (), ()), tmp_path / "r.json")
    assert load(tmp_path / "r.json").rows == ()


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{}",
        "null",
        '{"schema": 2}',
        '{"schema": 1, "parameters": {}, "runs": [], "rows": []}',
        '{"schema": 1, "parameters": {"objective": "any", "time_limit": 1, "memory_limit": 1}, "runs": [], "rows": 3}',
    ],
)
def test_a_file_that_is_no_record_is_refused(text: str, tmp_path: Path) -> None:
    (tmp_path / "r.json").write_text(text)
    with pytest.raises(SokobanError, match="no record"):
        load(tmp_path / "r.json")


def test_each_row_is_on_the_disk_at_once_and_a_crash_keeps_it(tmp_path: Path, row: Callable[..., Row]) -> None:
    crashed = Journal(tmp_path, PARAMETERS, RUN)
    crashed.add(row(level=1))
    crashed.add(row(level=2))
    went_on = Journal(tmp_path, PARAMETERS, LATER)
    assert went_on.record() == Record(PARAMETERS, (RUN, LATER), (row(level=1), row(level=2)))


def test_a_line_that_was_torn_by_a_crash_is_measured_again(tmp_path: Path, row: Callable[..., Row]) -> None:
    crashed = Journal(tmp_path, PARAMETERS, RUN)
    crashed.add(row(level=1))
    whole = (tmp_path / JOURNAL).read_text()
    crashed.add(row(level=2))
    both = (tmp_path / JOURNAL).read_text()
    for length in range(len(whole), len(both), 20):
        (tmp_path / JOURNAL).write_text(both[:length])
        (tmp_path / RECORD).unlink()
        assert Journal(tmp_path, PARAMETERS, LATER).record().rows == (row(level=1),)


def test_a_journal_that_was_tampered_with_is_refused_and_left_alone(tmp_path: Path, row: Callable[..., Row]) -> None:
    Journal(tmp_path, PARAMETERS, RUN).add(row())
    for text in ("", "{}\n", "what?\n", "[]\n3\n"):
        (tmp_path / JOURNAL).write_text(text)
        with pytest.raises(SokobanError, match="no record"):
            Journal(tmp_path, PARAMETERS, LATER)
        assert (tmp_path / JOURNAL).read_text() == text


def test_the_end_of_a_run_leaves_the_record_alone(tmp_path: Path, row: Callable[..., Row]) -> None:
    journal = Journal(tmp_path / "new" / "folder", PARAMETERS, RUN)
    journal.add(row())
    journal.fold()
    assert [path.name for path in (tmp_path / "new" / "folder").iterdir()] == [RECORD]
    assert load(tmp_path / "new" / "folder" / RECORD) == journal.record()


def test_a_row_that_is_measured_again_replaces_the_old_one(tmp_path: Path, row: Callable[..., Row]) -> None:
    journal = Journal(tmp_path, PARAMETERS, RUN)
    journal.add(row(cpu_seconds=1.0))
    journal.add(row(cpu_seconds=2.0))
    assert journal.record().rows == (row(cpu_seconds=2.0),)


@pytest.mark.parametrize(
    "other",
    [replace(PARAMETERS, objective="moves"), replace(PARAMETERS, time_limit=9.0), replace(PARAMETERS, memory_limit=1)],
)
@pytest.mark.parametrize("folded", [True, False])
def test_a_folder_with_other_parameters_is_refused_and_left_as_it_was(
    other: Parameters, folded: bool, tmp_path: Path, row: Callable[..., Row]
) -> None:
    journal = Journal(tmp_path, PARAMETERS, RUN)
    journal.add(row())
    if folded:
        journal.fold()
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    with pytest.raises(SokobanError, match="another folder"):
        Journal(tmp_path, other, LATER)
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before


def test_without_a_folder_rows_are_kept_in_memory(row: Callable[..., Row]) -> None:
    journal = Journal(None, PARAMETERS, RUN)
    journal.add(row())
    journal.fold()
    assert journal.record().rows == (row(),)
