"""Where there is a PI-corral the boxes around it are enough: one of them moves first in some solution."""

from __future__ import annotations

from random import Random

from feature_space.feature_worlds import Features, plays, small_and_middle_sized
from sokosolve.features import FeatureBit
from sokosolve.fess.fess_kernel import choose_boxes
from sokospec import Square, State
from sokospec.rules import normalise

MOST = 400


def graph_of(features: Features, start: State) -> dict[State, list[tuple[Square, State]]]:
    """Return all states that pushes lead to with the box that each push moves, none if there are too many."""
    found: dict[State, list[tuple[Square, State]]] = {start: []}
    waiting = [start]
    for state in waiting:
        for box, _, after in plays(features.level.board, state, backwards=False):
            if after not in found:
                found[after] = []
                waiting.append(after)
            found[state].append((box, after))
        if len(waiting) > MOST:
            return {}
    return found


def solvable_of(graph: dict[State, list[tuple[Square, State]]], goals: frozenset[Square]) -> set[State]:
    """Return the states of a graph from which a solved one can be reached."""
    solvable = {state for state in graph if state.boxes == goals}
    size = -1
    while size != len(solvable):
        size = len(solvable)
        solvable |= {state for state, after in graph.items() if any(each in solvable for _, each in after)}
    return solvable


def chosen_boxes(features: Features, state: State) -> set[Square]:
    """Return the boxes whose moves FESS tries."""
    features.set_up(state)
    world = features.world._replace(features=features.world.features | FeatureBit.PI_CORRAL)
    boxes = sorted(state.boxes)
    if not choose_boxes(world, features.scratch, features.number[state.player], features.world.k):
        return set()
    return {box for index, box in enumerate(boxes) if features.scratch.fence.of[index] == 1}


def test_a_state_can_be_solved_if_a_push_of_a_chosen_box_leads_to_one_that_can() -> None:
    seen = {"all": 0, "some": 0, "some, solvable": 0, "none": 0}
    for features in small_and_middle_sized(22, 60):
        for start in (features.level.state, *features.states(Random(4), 4)):
            graph = graph_of(features, normalise(features.level.board, start))
            solvable = solvable_of(graph, features.targets)
            for state, after in graph.items():
                if state.boxes == features.targets or not state.boxes <= features.live:
                    continue
                chosen = chosen_boxes(features, state)
                found = any(each in solvable for box, each in after if box in chosen)
                assert found == (state in solvable), (str(features.level), state, chosen)
                kind = "none" if not chosen else "all" if chosen == state.boxes else "some"
                seen[kind] += 1
                seen["some, solvable"] += kind == "some" and found
    assert min(seen.values()) >= 20, seen


def test_without_the_feature_all_boxes_are_tried() -> None:
    features = next(small_and_middle_sized(1, 1))
    for state in features.states(Random(1), 10):
        features.set_up(state)
        features.scratch.fence.of[:] = 0
        assert choose_boxes(features.world, features.scratch, features.number[state.player], features.world.k)
        assert features.scratch.fence.of.all()
