"""Every fault planted in the fast checker is noticed; as it is it says what the reference checker says."""

from __future__ import annotations

import pytest

from mutants.checker.copies import Change, changed
from mutants.checker.fast_faults import FAULTS, FOLDER, MODULES, copy_of, said
from sokospec.certificates.verify import verify
from sokoverify import verify as verify_fast

NOTICED_BY = {
    "end-not-looked-for": "text 62",
    "cut-member": "cut 1",
    "other-symbols": "symbols 1",
    "changed-file": "changing 3",
    "leading-zeros": "text 78",
    "long-numbers": "text 11",
    "wall-is-floor": "states 121",
    "unordered-patterns": "states 41",
    "no-excess": "text 21",
    "any-case": "text 53",
    "box-into-box": "text 9",
    "unsolved": "text 12",
    "other-cost": "text 36",
    "other-level": "level 1",
    "three-directions": "text 19",
    "sides-forgotten": "states 2",
    "no-way-is-short": "facts 4",
    "frozen-counted": "facts 246",
    "one-too-many": "states 0",
    "anywhere": "facts 128",
    "any-frozen-region": "text 5",
    "any-region": "facts 74",
    "some-boxes": "facts 309",
    "group-with-some-boxes": "facts 74",
    "groups-passed-over": "facts 96",
    "groups-share-boxes": "facts 1265",
    "solved-pattern": "text 124",
    "frozen-off-goals": "text 125",
    "patterns-lead-out": "text 122",
    "may-stay": "text 6",
    "two-off": "text 19",
    "dead-group-saved": "text 20",
    "one-box": "text 22",
    "other-board": "text 17",
    "numbers-repeat": "text 113",
    "other-direction": "facts 2",
    "other-direction-of-states": "text 102",
    "goal-not-in-area": "area 13",
    "group-in-area": "area 22",
    "into-area": "area 56",
    "inside-anywhere": "area 48",
    "player-in-box-inside": "area 49",
    "solved-inside": "area 47",
    "nothing-inside": "area 0",
    "no-entry": "area 16",
    "too-many-enter": "area 0",
    "no-push-inside": "area 0",
    "player-anywhere-inside": "area 0",
    "one-more-wasted": "area 16",
    "outside-forgotten": "area 0",
    "inside-forgotten": "areas 77",
    "side-inside": "area 0",
    "another-area": "area 38",
    "unknown-facts": "text 102",
    "fewer-boxes": "text 69",
    "player-in-box": "text 70",
    "twice": "text 86",
    "end-is-cheap": "text 87",
    "any-cost": "text 80",
    "even-and-odd": "states 181",
    "one-too-cheap": "text 83",
    "second-cost": "potentials 42",
    "walks-are-free": "text 82",
    "walks-between-states-are-free": "text 134",
    "meeting-without-ends": "text 134",
    "meeting-anywhere": "text 129",
    "meeting-without-rests": "text 136",
    "rests-are-open": "text 128",
    "balance-turned-round": "potentials 44",
    "balance-once": "potentials 211",
    "player-level": "potentials 4",
    "steep": "potentials 22",
    "level-pushes": "potentials 14",
    "moves-are-pushes": "potentials 52",
    "three-pushes": "text 82",
    "three-pulls": "text 8",
    "closing-need-not": "facts 464",
    "closing-waits": "text 94",
    "closing-is-no-box": "text 95",
    "closing-and-moves": "text 88",
    "backwards-and-moves": "text 98",
    "start-not-listed": "text 5",
    "one-region": "text 7",
}
"""The case that notices each fault; `python tests/mutants/checker/fast_faults.py` looks for others."""


@pytest.mark.parametrize("name", FAULTS)
def test_the_fault_is_noticed(name: str) -> None:
    case = NOTICED_BY[name]
    assert said(copy_of(*FAULTS[name].changes), case) != said(verify, case), "no longer: look for another case"


@pytest.mark.parametrize("case", sorted({*NOTICED_BY.values()}))
def test_the_fast_checker_as_it_is_says_what_the_reference_checker_says_in_python_too(case: str) -> None:
    assert said(verify_fast, case) == said(copy_of(), case) == said(verify, case)


@pytest.mark.parametrize("case", ["facts 74", "facts 246", "facts 464", "text 18", "states 2", "area 0", "area 16"])
def test_how_much_is_looked_at_in_one_call_makes_no_difference(case: str) -> None:
    one_by_one = copy_of(Change("kernel_arrays", "MOST_WORK = 3_000_000", "MOST_WORK = 1"))
    assert said(one_by_one, case) == said(verify, case)


def test_every_text_to_replace_stands_once_in_the_fast_checker() -> None:
    for fault in FAULTS.values():
        for change in fault.changes:
            assert changed((FOLDER / f"{change.module}.py").read_text("utf-8"), change)


def test_every_module_of_the_fast_checker_is_copied_and_there_are_at_least_25_faults() -> None:
    assert {*MODULES} == {path.stem for path in FOLDER.glob("*.py")} - {"__init__"}
    assert len({fault.what for fault in FAULTS.values()}) == len(FAULTS) >= 25
