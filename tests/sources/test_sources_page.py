"""sources.md says what the rows and the tests' marks say, and each row is settled by something that exists."""

from __future__ import annotations

import pytest

from claims.catalogue import CLAIMS
from sokodead import DETECTORS
from sokoproof.all_proofs import THEOREMS
from sources.document import PAGE, ROOT, cases_on_the_page, count_cases, count_tests, page
from sources.rows import ROWS, Row, Verdict

EXISTING = {
    "claim": {claim.name for claim in CLAIMS},
    "detector": set(DETECTORS),
    "theorem": set(THEOREMS),
    "page": {str(path.relative_to(ROOT / "docs")) for path in (ROOT / "docs").rglob("*.md")},
    "example": {path.name for path in (ROOT / "examples" / "sources").glob("*.py")},
}


def test_the_page_is_made_of_the_rows_and_marks() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(cases_on_the_page())


@pytest.mark.long
def test_the_page_counts_the_cases() -> None:
    assert cases_on_the_page() == count_cases()


def test_the_rows_are_numbered_without_a_gap() -> None:
    assert [row.number for row in ROWS] == list(range(1, len(ROWS) + 1))


@pytest.mark.parametrize("row", [pytest.param(row, id=str(row.number)) for row in ROWS])
def test_what_settles_a_row_exists(row: Row) -> None:
    for settled_by in row.settled_by:
        kind, _, name = settled_by.partition(" ")
        assert kind == "rule" or name in EXISTING[kind], settled_by
    assert row.verdict in (Verdict.OUTSIDE, Verdict.PARTLY) or row.settled_by or count_tests()[row.number]
    assert row.remark or row.verdict not in (Verdict.PARTLY, Verdict.DECIDED)


def test_marks_name_rows() -> None:
    assert set(count_tests()) <= {row.number for row in ROWS}
