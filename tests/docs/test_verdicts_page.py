"""The page on verdicts is the table in the code, and the table has every verdict that a command can give."""

from __future__ import annotations

import json

import pytest
from tools.pages.verdicts import PAGE, page

from cli.schemas import SCHEMAS
from sokocheck.application.vocabulary import INTERRUPTED, VERDICTS, Kind, count_entries, entries
from sokocheck.claims.judging import ClaimVerdict
from sokocheck.claims.program_claims import ProgramOutcome
from sokocheck.claims.solution_texts import _OURS as OURS
from sokospec.answer import Verdict

EVERY = {
    Kind.SEARCH: {*Verdict, "horizon", "interrupted"},
    Kind.PROGRAM: set(ProgramOutcome),
}
SCHEMA_OF = {
    "batch": Kind.SEARCH,
    "conformance": Kind.ENGINE,
    "improve": Kind.IMPROVEMENT,
    "prove": Kind.THEOREM,
    "verify": Kind.CERTIFICATE,
}


def test_the_page_is_generated_from_the_table() -> None:
    assert PAGE.read_text(encoding="utf-8").rstrip("\n") == page().rstrip("\n"), "run python -m tools.pages.verdicts"


@pytest.mark.parametrize("kind", EVERY)
def test_the_table_has_every_verdict(kind: Kind) -> None:
    assert {key.removeprefix("solution ") for key in VERDICTS[kind]} == EVERY[kind]


def test_the_table_has_every_verdict_on_a_claim() -> None:
    assert {key.removeprefix("unsolvable ") for key in VERDICTS[Kind.CLAIM]} == set(ClaimVerdict)


def test_the_words_of_a_verdict_mean_one_exit_code_in_each_command() -> None:
    codes: dict[tuple[Kind, str], set[int]] = {}
    for kind, entry in entries():
        codes.setdefault((kind, entry.text), set()).add(entry.code)
    assert {key: each for key, each in codes.items() if len(each) > 1} == {}


def test_no_word_of_text_is_shouted() -> None:
    assert [entry.text for _, entry in entries() if entry.text != entry.text.lower()] == []


def test_a_confirmed_claim_reads_so_in_every_command_that_settles_claims() -> None:
    confirmed = {(kind, entry.value) for kind, entry in entries() if entry.text == "claim confirmed"}
    assert confirmed == {(Kind.CLAIM, "OPTIMAL"), (Kind.CLAIM, "VALID"), (Kind.PROGRAM, "HOLDS")}


def test_equal_words_are_counted_together() -> None:
    table = VERDICTS[Kind.CLAIM]
    verdicts = [table["OPTIMAL"], table["INVALID"], table["unsolvable VALID"]]
    assert count_entries(verdicts) == "2 claims confirmed, 1 invalid"


@pytest.mark.parametrize("name", SCHEMA_OF)
def test_the_table_and_the_schemas_name_the_same_verdicts(name: str) -> None:
    schema = json.loads((SCHEMAS / f"{name}.json").read_text(encoding="utf-8"))
    properties = (schema["oneOf"][0] if name == "prove" else schema)["properties"]
    allowed = set(properties["status" if name == "prove" else "verdict"]["enum"])
    assert allowed == {entry.value for entry in VERDICTS[SCHEMA_OF[name]].values()} - {INTERRUPTED.value}


@pytest.mark.parametrize("kind", [Kind.SEARCH, Kind.CLAIM])
def test_a_text_of_results_is_read_again_whatever_its_verdict(kind: Kind) -> None:
    for entry in VERDICTS[kind].values():
        assert OURS.fullmatch(f"file.xsb:12 'A title' solution 3: {entry.text}: 3 moves"), entry.text
