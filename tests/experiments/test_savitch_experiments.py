"""The experiments on Savitch's procedure: small runs, records that can be shown again, and faults that are noticed."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

import savitch_levels
import space
from common import documents
from sokospec.answer import Verdict
from sokospec.errors import SokobanError
from sokospec.limits import Limits
from sokospec.oracle import search_exhaustively
from sokospec.oracle.savitch import decide
from sokospec.oracle.sokoban import Sokoban


def test_time_and_space_are_measured_drawn_and_put_into_a_document(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record, plot, page = tmp_path / "record.json", tmp_path / "plot.svg", tmp_path / "page.md"
    page.write_text("<!-- the table -->\nstale\n<!-- the end of the table -->\n", encoding="utf-8")
    arguments = ["--most", "13", "--out", str(record), "--plot", str(plot), "--into", str(page)]
    assert space.main(arguments) == 0
    printed = capsys.readouterr().out
    rows = [space.Row(**row) for row in json.loads(record.read_text(encoding="utf-8"))["rows"]]
    assert {row.level for row in rows} == {"nook 3x3", "room 1x6", "room 2x5", "room 3x4"}
    assert all(row.answer == (row.series == "rooms") for row in rows)
    left_out = tuple(f"| {row.level} |" for row in rows if row.level not in space.SHOWN)
    shown = [line for line in printed.strip().splitlines() if not line.startswith(left_out)]
    assert "\n".join(shown) in page.read_text(encoding="utf-8") and "stale" not in page.read_text(encoding="utf-8")
    assert plot.read_text(encoding="utf-8").startswith("<?xml")
    first = plot.read_bytes()
    assert space.main(["--record", str(record), "--plot", str(plot)]) == 0
    assert capsys.readouterr().out == printed and plot.read_bytes() == first


def test_the_levels_are_what_the_series_say() -> None:
    for case in space.cases():
        answer = search_exhaustively(case.level, limits=Limits(20))
        if case.series == "proofs":
            assert (answer.verdict, case.horizon) == (Verdict.UNSOLVABLE, None)
        else:
            assert answer.pushes is not None and 2 <= answer.pushes <= 4 == case.horizon
    sizes = {
        series: [Sokoban(case.level).count() for case in space.cases() if case.series == series]
        for series in ("proofs", "rooms")
    }
    assert all(found == sorted(found) for found in sizes.values())


def row(way: str, bits: int, configurations: int, *, bound: int | None = None, answer: bool | None = True) -> space.Row:
    return space.Row("rooms", f"room {configurations}", configurations, 9, 4, way, answer, 7, bits, bound, 0.1)


def test_too_many_bits_and_answers_that_differ_are_faults() -> None:
    right = [row("Savitch", 50, 10, bound=50), row("breadth first", 60, 10)]
    assert space.faults(right) == []
    assert len(space.faults([replace(right[0], peak_bits=51), right[1]])) == 1
    assert len(space.faults([right[0], replace(right[1], answer=False)])) == 1
    assert space.faults([right[0], replace(right[1], answer=None)]) == []


def test_the_size_is_named_from_which_on_less_is_held_on_all_larger_levels() -> None:
    rows = [
        *(row("Savitch", 50, 10), row("breadth first", 60, 10)),
        *(row("Savitch", 70, 20), row("breadth first", 70, 20)),
        *(row("Savitch", 80, 30), row("breadth first", 90, 30)),
    ]
    assert space.crossings(rows) == ["- rooms: Savitch holds less than breadth first from 30 configurations on."]
    unfinished = [*rows[:4], row("Savitch", 80, 30, bound=95, answer=None), rows[5]]
    assert space.crossings(unfinished) == ["- rooms: Savitch holds no less than breadth first on the largest level."]


def test_a_tree_is_drawn(tmp_path: Path) -> None:
    assert space.main(["--tree", str(tmp_path / "tree.svg")]) == 0
    assert (tmp_path / "tree.svg").read_text(encoding="utf-8").startswith("<svg")


def test_portions_of_levels_are_put_together(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = tmp_path / "record.json"
    assert savitch_levels.main(["--boxes", "1", "--out", str(record)]) == 0
    assert savitch_levels.main(["--boxes", "2,3", "--every", "2", "--out", str(record)]) == 0
    rows = json.loads(record.read_text(encoding="utf-8"))["rows"]
    assert [(row["boxes"], row["every"], row["levels"]) for row in rows] == [(1, 1, 20), (2, 2, 7), (3, 2, 2)]
    assert "| 2x2 | 1 | 1 | 20 | 20 |" in capsys.readouterr().out


def test_a_wrong_verdict_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    right = decide
    level = next(iter(space.cases())).level
    monkeypatch.setattr(
        savitch_levels, "decide", lambda *given, **named: replace(right(*given, **named), verdict=Verdict.SOLVED)
    )
    [fault] = savitch_levels.judged(level, seconds=20).faults
    assert "the oracle says UNSOLVABLE" in fault
    monkeypatch.setattr(
        savitch_levels, "decide", lambda *given, **named: replace(right(*given, **named), peak_bits=10**6)
    )
    [fault] = savitch_levels.judged(level, seconds=20).faults
    assert "bounds" in fault


def test_a_document_without_the_marks_is_refused() -> None:
    for text in ("", "<!-- the table -->", "<!-- the end of the table -->"):
        with pytest.raises(SokobanError, match="around its table"):
            documents.replaced(text, "table", "new")
