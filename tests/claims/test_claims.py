"""Every row of the claims ledger, run again in a small scope, and the document compared with the record."""

from __future__ import annotations

import pytest

from claims import searching
from claims.catalogue import CLAIMS, SMALL
from claims.document import DOCS, pages, read_record
from claims.ledger import Claim, contradicts, settle
from sokospec import Level

RECORD = read_record()
BY_ID = {claim.name: claim for claim in CLAIMS}
BY_NAME = [pytest.param(claim, id=claim.name) for claim in CLAIMS]


@pytest.mark.long
@pytest.mark.parametrize("claim", BY_NAME)
def test_a_claim_fares_in_the_small_scope_as_the_ledger_says(claim: Claim) -> None:
    found = settle(claim, SMALL.of(claim))
    if claim.holds:
        assert found.against is None
    elif found.against is not None:
        assert str(found.against) == RECORD[1][claim.name].counterexample
    else:
        level = Level.parse(RECORD[1][claim.name].counterexample or "")
        assert (
            not RECORD[1][claim.name].by_search
            or len(level.board.floor) > max(SMALL.refuting.most_boxes)
            or len(level.boxes) > 2
        )


@pytest.mark.parametrize("claim", [pytest.param(claim, id=claim.name) for claim in CLAIMS if not claim.holds])
def test_the_counterexample_of_a_refuted_claim_is_one(claim: Claim) -> None:
    assert contradicts(claim, Level.parse(RECORD[1][claim.name].counterexample or ""))


SECOND_EXAMPLE = """\
########
###   ##
###   ##
###   ##
##### ##
#####$##
#    @.#
########
"""
"""The dead alley of the source's second example, drawn anew with a smaller room."""


def test_the_second_example_of_the_dead_alley_is_a_deadlock() -> None:
    assert contradicts(BY_ID["alley-round"], Level.parse(SECOND_EXAMPLE))


@pytest.mark.long
@pytest.mark.parametrize("bits", range(1, 8))
def test_a_corridor_refutes_any_hash_of_so_many_bits(bits: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(searching, "HASH_BITS", bits)
    corridor = Level.parse(f"#{'#' * (2**bits + 3)}#\n#@${' ' * (2**bits - 1)}. #\n#{'#' * (2**bits + 3)}#")
    assert contradicts(BY_ID["visited-hashes"], corridor)


@pytest.mark.long
def test_the_document_says_what_the_record_and_the_claims_say() -> None:
    made = pages(*RECORD)
    assert {name: (DOCS / name).read_text(encoding="utf-8") for name in made} == made
    assert sorted(path.name for path in (DOCS / "claims").glob("*.md")) == sorted(
        name[7:] for name in made if "/" in name
    )


def test_the_record_has_a_row_for_each_claim_and_the_same_verdicts() -> None:
    assert {name: row.holds for name, row in RECORD[1].items()} == {claim.name: claim.holds for claim in CLAIMS}
    assert len({claim.name for claim in CLAIMS}) == len(CLAIMS)
