"""Laws of all detectors, on states of random levels that the oracle has labelled."""

from __future__ import annotations

from functools import cache
from itertools import product
from random import Random

import pytest

from sokodead import DETECTORS
from sokodead.field import field_of
from sokogen.random.random_levels import random_mixed_level
from sokospec import Level, State, pushes, reachable
from sokospec.certificates import check_evidence
from sokospec.oracle.graph import state_graph
from sokospec.transform.symmetry import Symmetry

LEVELS = 120
STATES_OF_EACH = 10


@cache
def labelled() -> list[tuple[Level, bool]]:
    """Return states of random levels, and whether they are dead."""
    rng = Random(11)
    found = []
    for _ in range(LEVELS):
        level = random_mixed_level(rng, max_height=5, max_width=5, max_boxes=4)
        if len(level.boxes) * len(level.board.floor) <= 60:
            graph = state_graph(level)
            for index in sorted({int(rng.random() * len(graph.states)) for _ in range(STATES_OF_EACH)}):
                found.append((Level(level.board, graph.states[index]), graph.distance[index] is None))
    return found


def test_the_sample_has_states_of_both_kinds() -> None:
    dead = [is_dead for _, is_dead in labelled()]
    assert dead.count(True) >= 200 and dead.count(False) >= 100


@pytest.mark.parametrize("name", DETECTORS)
def test_flagged_states_are_dead_and_the_evidence_is_accepted(name: str) -> None:
    for level, dead in labelled():
        evidence = DETECTORS[name](level)
        if evidence is not None:
            assert dead, level
            check_evidence(level, evidence)


@pytest.mark.parametrize("name", DETECTORS)
def test_where_the_player_stands_in_his_region_changes_nothing(name: str) -> None:
    for level, _ in labelled()[::5]:
        flags = {
            DETECTORS[name](Level(level.board, State(level.boxes, square))) is None
            for square in reachable(level.board, level.state)
        }
        assert len(flags) == 1, level


@pytest.mark.parametrize("name", DETECTORS)
def test_symmetric_states_are_flagged_alike(name: str) -> None:
    symmetries = [Symmetry(*flags) for flags in product((False, True), repeat=3)]
    for level, _ in labelled()[::12]:
        flags = {DETECTORS[name](symmetry.level(level)) is None for symmetry in symmetries}
        assert len(flags) == 1, level


STRONGER = {
    "corner": ("dead-squares", "freeze"),
    "dead-squares": ("no-goal-reachable",),
    "dead-alley": ("no-goal-reachable",),
    "one-side": ("no-goal-reachable",),
    "no-goal-reachable": ("bipartite", "immobile", "subsets"),
    "freeze": ("immobile",),
    "frozen-walls": ("frozen-bipartite", "immobile"),
}


@pytest.mark.parametrize(("weak", "strong"), [(weak, strong) for weak, some in STRONGER.items() for strong in some])
def test_what_one_detector_flags_a_stronger_one_flags_too(weak: str, strong: str) -> None:
    for level, _ in labelled():
        if DETECTORS[weak](level) is not None:
            assert DETECTORS[strong](level) is not None, level


def test_regions_and_pushes_of_fields_are_those_of_the_rules() -> None:
    for level, _ in labelled()[::3]:
        field = field_of(level.board)
        boxes, player = field.mask(level.boxes), field.mask([level.player])
        region = field.reachable(player, boxes)
        assert frozenset(field.squares(region)) == reachable(level.board, level.state)
        expected = {
            (field.mask([push.box]), field.mask(after.boxes)) for push, after in pushes(level.board, level.state)
        }
        assert {(box, boxes ^ box ^ landing) for box, landing in field.pushes(boxes, region)} == expected
        for box, landing in field.pushes(boxes, region):
            after = boxes ^ box ^ landing
            undone = [(start, end) for end, start, _ in field.pulls(after, field.reachable(box, after))]
            assert (box, landing) in undone


def test_pulls_lead_to_states_from_which_the_push_leads_back() -> None:
    for level, _ in labelled()[::3]:
        field = field_of(level.board)
        boxes, player = field.mask(level.boxes), field.mask([level.player])
        for landing, start, stood in field.pulls(boxes, field.reachable(player, boxes)):
            before = boxes ^ start ^ landing
            assert (start, landing) in field.pushes(before, field.reachable(stood, before))
