"""Learned patterns: what matches one is dead, on every state of small levels, and the checker accepts the reasons."""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO
from random import Random
from typing import Any

import numpy as np
import pytest

from parts import parts
from property.fast_worlds import levels_with_tables
from property.labels import placements, pushes_from, pushes_to
from property.learners import ROOMS, Learner, is_dead_alone, matches_slowly, walks
from property.pattern_facts import facts_of
from sokosolve.deadlocks import freeze, learned_patterns, pattern_search
from sokosolve.deadlocks.pattern_search import NOT_PROVED, PatternCounter
from sokosolve.level.level_tables import level_tables
from sokospec import Level, State
from sokospec.certificates import Patterns, Rejected
from sokospec.certificates.evidence import Facts
from sokospec.certificates.grid import INFINITE
from sokospec.certificates.verify import verify
from sokospec.certificates.writing import format_evidence
from sokospec.oracle import state_graph

CHUNKS = 8


def learned_from(seed: int, count: int, *, most_states: int = 5000) -> list[tuple[Level, Learner, list[State]]]:
    """Return levels with what was learned from states that random plays meet, and these states."""
    found = []
    rng = Random(seed)
    rooms = [(level, level_tables(level, compiled=False)) for level in ROOMS]
    for level, tables in [*rooms, *levels_with_tables(seed, count, max_side=6, max_boxes=4)]:
        assert tables is not None
        learner = Learner(tables, most_states=most_states)
        asked = learner.named(walks(level, rng, 25 if level in ROOMS else 10))
        for index in range(len(asked.states)):
            learner.learn(asked, index)
        found.append((level, learner, asked.states))
    return found


def require_sound_and_complete(seed: int, count: int, *, compiled: bool, most_states: int = 5000) -> int:
    """Fail unless, after learning from every state, just the dead ones match; returns how many dead ones there are.

    Truth is about all states with as many boxes, whether play leads to them or not.
    """
    dead = 0
    for level, tables in levels_with_tables(seed, count, max_side=5, max_boxes=3):
        board, squares = level.board, tables.squares
        if len(squares) > 16:
            continue
        known = placements(board, squares, len(tables.boxes))
        left = pushes_to(known, frozenset(squares[goal] for goal in tables.goals))
        learner = Learner(tables, compiled=compiled, most_states=most_states)
        asked = learner.named(known)
        order = list(range(len(asked.states)))
        Random(seed).shuffle(order)
        for index in order[:150]:
            state = asked.states[index]
            before = learner.matches(asked)[index, 0]
            size = learner.learn(asked, index)
            assert bool(before or size) == (state not in left) or most_states < 5000, (str(level), state)
        for state, matched in zip(asked.states, learner.matches(asked)[:, 0], strict=True):
            assert not (matched and state in left), (str(level), state)
            dead += state not in left
    return dead


@pytest.mark.parametrize("chunk", parts(CHUNKS, 1, 2))
def test_patterns_are_learned_from_dead_states_alone_and_match_dead_states_alone(chunk: int) -> None:
    assert require_sound_and_complete(800 + chunk, 60, compiled=True) > 300


@pytest.mark.parametrize("most_states", [1, 5000])
def test_a_pattern_is_dead_by_play_and_with_a_box_less_it_is_not(most_states: int) -> None:
    sizes, limited = set(), 0
    for level, learner, _ in learned_from(801, 15, most_states=most_states):
        for index in range(0, len(learner), 1 + len(learner) // 6):
            pattern = learner.drawn(index)
            sizes.add(len(pattern.boxes))
            assert is_dead_alone(level.board, pattern), (str(level), pattern)
            assert learner.patterns.states[index] <= most_states
            for box in pattern.boxes:
                rest = State(pattern.boxes - {box}, pattern.player)
                if rest.boxes and is_dead_alone(level.board, rest):
                    limited += 1
                    assert learner.proves(rest.boxes, rest.player, known=index) == NOT_PROVED, (str(level), pattern)
    assert sizes >= {2, 3}
    assert (limited > 0) == (most_states == 1)


def test_a_proof_finds_what_play_finds_whatever_patterns_are_known() -> None:
    rng = Random(3)
    dead = 0
    for level, learner, states in learned_from(802, 15):
        for state in rng.sample(states, min(8, len(states))):
            boxes = sorted(state.boxes & set(learner.tables.squares))
            chosen = rng.sample(boxes, rng.randint(1, len(boxes)))
            alone = State(frozenset(chosen), state.player)
            for known in {0, len(learner)}:
                proved = learner.proves(alone.boxes, alone.player, known=known) != NOT_PROVED
                assert proved == is_dead_alone(level.board, alone), (str(level), alone)
                dead += proved
    assert dead > 20


def test_the_kernels_match_as_the_definition_says() -> None:
    matched = 0
    for level, learner, states in learned_from(803, 20):
        patterns = [learner.drawn(index) for index in range(len(learner))]
        squares = learner.tables.squares
        asked = learner.named(states)
        for state, boxes, found in zip(asked.states, asked.boxes, learner.matches(asked).tolist(), strict=True):
            fitting = [pattern for pattern in patterns if matches_slowly(level.board, pattern, state)]
            matched += len(fitting)
            with_box = [any(squares[box] in pattern.boxes for pattern in fitting) for box in boxes]
            assert found == [bool(fitting), *with_box], (str(level), state)
    assert matched > 100


def test_nothing_is_learned_from_a_state_that_matches_nor_into_a_store_that_is_full() -> None:
    for _, learner, states in learned_from(804, 20):
        count = len(learner)
        asked = learner.named(states)
        for index, matched in enumerate(learner.matches(asked)[:, 0].tolist()):
            assert not matched or learner.learn(asked, index) == 0
        small = Learner(learner.tables, most=1)
        for index in range(len(states)):
            small.learn(asked, index)
        assert len(small) == min(1, count)


@pytest.mark.parametrize("corral", [True, False])
def test_corrals_and_boxes_near_a_square_give_patterns_that_match_dead_states_alone(*, corral: bool) -> None:
    learned = 0
    for level, tables in levels_with_tables(805, 150, max_side=5, max_boxes=4):
        graph = state_graph(level)
        dead = {state for state, pushes in zip(graph.states, graph.distance, strict=True) if pushes is None}
        learner = Learner(tables)
        asked = learner.named(graph.states)
        for index in range(len(asked.states)):
            near = None if corral else int(asked.boxes[index][0])
            learned += learner.learn(asked, index, corral=corral, near=near) > 0
        for state, matched in zip(asked.states, learner.matches(asked)[:, 0], strict=True):
            assert not matched or state in dead, (str(level), state)
    assert learned > 20


def test_what_was_asked_in_vain_is_searched_again_with_more_states_when_it_has_been_asked_often_enough() -> None:
    later = 0
    for _, learner, states in learned_from(812, 40):
        asked = learner.named(states)
        for index in np.flatnonzero(learner.matches(asked)[:, 0]).tolist():
            hesitant = Learner(learner.tables, most_states=64)
            hesitant.most_states = 1
            searched = []
            for _ in range(17):
                before = int(hesitant.search.counters[PatternCounter.SEARCHES])
                later += hesitant.learn(asked, index, near=int(asked.boxes[index][0])) > 0 and before > 0
                searched.append(int(hesitant.search.counters[PatternCounter.SEARCHES]) > before)
            assert {number for number, again in enumerate(searched, start=1) if again} <= {1, 4, 16}
    assert later > 5


def test_boxes_found_needless_stay_among_the_chosen_when_the_rest_is_too_many_to_keep() -> None:
    needless = 0
    for _, learner, states in learned_from(813, 20):
        small = Learner(learner.tables)
        small.patterns = small.patterns._replace(boxes=np.zeros((200, 1), dtype=np.int32))
        asked = small.named(states)
        for index in range(len(asked.states)):
            before = int(small.search.counters[PatternCounter.SEARCHES])
            assert small.learn(asked, index) <= 1
            searches = int(small.search.counters[PatternCounter.SEARCHES]) - before
            needless += searches > 1
            assert searches == 0 or sorted(small.search.chosen) == sorted(asked.boxes[index])
    assert needless > 50


def test_what_matches_a_pattern_of_pulls_no_play_from_the_first_state_leads_to() -> None:
    learned = matched = 0
    levels = levels_with_tables(806, 30, max_side=5, max_boxes=3)
    for level, tables in levels:
        if len(tables.squares) > 14:
            continue
        known = placements(level.board, tables.squares, len(tables.boxes))
        play = State(frozenset(tables.squares[box] for box in tables.boxes), level.player)
        from_start = pushes_from(level.board, play)
        learner = Learner(tables, backwards=True)
        asked = learner.named(known)
        for index in range(0, len(asked.states), 3):
            learned += learner.learn(asked, index) > 0
        for state, found in zip(asked.states, learner.matches(asked)[:, 0], strict=True):
            assert not (found and state in from_start), (str(level), state)
            matched += int(found)
    assert learned > 25
    assert matched > 100


# The facts.


@pytest.mark.parametrize("most_states", [3, 5000])
def test_the_checker_accepts_the_facts_of_every_pattern_and_finds_it_dead_by_them(most_states: int) -> None:
    kinds: set[str] = set()
    for level, learner, _ in learned_from(807, 60, most_states=most_states):
        shown = facts_of(level, learner.tables, learner.world, learner.patterns, learner.search)
        facts = Facts(level)
        for fact in shown.facts:
            facts.add(fact)
            kinds |= {type(fact).__name__, *(["by patterns"] if isinstance(fact, Patterns) and fact.by[2:] else [])}
        grid = facts.board_ground.grid
        assert sorted(shown.number_of) == list(range(len(learner)))
        for pattern, number in shown.number_of.items():
            state = learner.drawn(pattern)
            [bound] = facts.bounds([number])
            assert bound(grid.mask(state.boxes), grid.mask([state.player])) == INFINITE
    assert kinds == {"Prices", "Counting", "Patterns", "by patterns"}


def test_a_certificate_of_one_pattern_has_the_facts_that_it_needs_alone_and_is_accepted() -> None:
    written = 0
    for level, learner, states in learned_from(808, 30):
        if len(learner) == 0:
            continue
        last = len(learner) - 1
        every = facts_of(level, learner.tables, learner.world, learner.patterns, learner.search)
        shown = facts_of(level, learner.tables, learner.world, learner.patterns, learner.search, [last])
        assert len(shown.facts) <= len(every.facts)
        dead = next(state for state in states if matches_slowly(level.board, learner.drawn(last), state))
        still = level.boxes - set(learner.tables.squares)
        there = Level(level.board, State(dead.boxes | still, dead.player))
        text = "".join(f"{line}\n" for line in format_evidence(there, shown.facts))
        verification = verify(BytesIO(text.encode()), there)
        assert verification.accepted, (text, verification)
        written += 1
    assert written > 10


def test_patterns_of_pulls_have_no_facts() -> None:
    level, tables = next(levels_with_tables(809, 1))
    learner = Learner(tables, backwards=True)
    with pytest.raises(ValueError, match="patterns of pulls"):
        facts_of(level, tables, learner.world, learner.patterns, learner.search)


# Planted faults.


def region_ignored(patterns: Any, pattern: int, player: int) -> bool:
    return True


def limit_taken_for_a_proof(world: Any, patterns: Any, search: Any, size: int, known: int) -> bool:
    closed = IS_CLOSED(world, patterns, search, size, known)
    return closed or bool(search.counters[PatternCounter.ENTERED] > search.counters[PatternCounter.MOST])


def first_goal_or_none(world: Any, search: Any, state: int, size: int, moved: int, player: int) -> bool:
    taken = {int(search.goal_of[state, i]) for i in range(size) if i != moved}
    box = search.boxes[state, moved]
    way = world.distances.pushes[0, box, world.distances.component[0, box, player]]
    for j in range(world.k):
        if j not in taken and way[j] < 1 << 20:
            search.goal_of[state, moved] = j
            return True
    return False


def frozen_on_goals_too(box: int, floor: Any, occupied: Any, is_goal: Any, room: Any) -> bool:
    return IS_FROZEN(box, floor, occupied, is_goal * 0, room)


def player_forgotten(world: Any, search: Any, state: int, box: int, landing: int, player: int) -> int:
    return int(search.player[0])


def other_boxes_forgotten(patterns: Any, pattern: int, occupied: Any, player: int) -> bool:
    return bool(learned_patterns.is_in_region(patterns, pattern, player))


def any_pattern_with_the_box(patterns: Any, known: int, occupied: Any, landing: int, player: int) -> int:
    return 0 if patterns.listed_size[landing] and known else -1


IS_CLOSED, IS_FROZEN = pattern_search.is_closed, freeze.is_frozen
FAULTS_SEED = 811
FAULTS: list[tuple[Any, str, Callable[..., Any]]] = [
    (learned_patterns, "is_in_region", region_ignored),
    (learned_patterns, "fits", other_boxes_forgotten),
    (pattern_search, "is_closed", limit_taken_for_a_proof),
    (pattern_search, "_find_goal", first_goal_or_none),
    (pattern_search, "is_frozen", frozen_on_goals_too),
    (pattern_search, "_component_after", player_forgotten),
    (pattern_search, "first_match", any_pattern_with_the_box),
]


@pytest.mark.parametrize("most_states", [3, 5000])
def test_without_a_fault_nothing_is_noticed(most_states: int) -> None:
    assert require_sound_and_complete(FAULTS_SEED, 12, compiled=True, most_states=most_states) > 50


@pytest.mark.parametrize(("module", "name", "fault"), FAULTS, ids=[fault.__name__ for _, _, fault in FAULTS])
def test_a_planted_fault_is_noticed(
    module: Any, name: str, fault: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    most_states = 3 if fault is limit_taken_for_a_proof else 5000
    monkeypatch.setattr(module, name, fault)
    with pytest.raises((AssertionError, IndexError)):
        require_sound_and_complete(FAULTS_SEED, 12, compiled=False, most_states=most_states)


def test_a_fact_without_one_of_its_states_is_rejected() -> None:
    rejected = 0
    for level, learner, _ in learned_from(810, 30):
        shown = facts_of(level, learner.tables, learner.world, learner.patterns, learner.search)
        for place, fact in enumerate(shown.facts):
            if isinstance(fact, Patterns) and len(fact.patterns) == 2:
                facts = Facts(level)
                for earlier in shown.facts[:place]:
                    facts.add(earlier)
                try:
                    facts.add(Patterns(fact.number, fact.patterns[:1], fact.by))
                except Rejected:
                    rejected += 1
    assert rejected > 5
