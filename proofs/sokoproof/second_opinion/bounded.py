"""Bounded model checking of tiny levels."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import pairwise
from typing import Literal

import z3

from sokoproof.asking import answer_of
from sokoproof.second_opinion.facts import MILLISECONDS
from sokoproof.second_opinion.finding import Finding
from sokoproof.second_opinion.step_relation import LETTERS, WAYS, BoardSystem, StateFrame, beside, walks
from sokoproof.status import Status
from sokospec.board import Level, Square, State

_Metric = Literal["moves", "pushes"]


def solvable_within(level: Level, metric: _Metric, most: int, *, milliseconds: int = MILLISECONDS) -> Finding:
    r"""Decide whether a level has a solution of at most `most`; the finding has an optimal one.

    `milliseconds` limits each step. Practical up to 15 floor squares and 25 moves or 8 pushes.

    >>> level = Level.parse("#######\n#@ $ .#\n#######")
    >>> solvable_within(level, "pushes", 5).lurd
    'rRR'
    >>> solvable_within(level, "pushes", 1).part
    'there is no solution with up to 1 pushes'
    """
    system = BoardSystem(level.board)
    follows = system.step if metric == "moves" else lambda before, after: _walk_and_push(system, before, after)
    solver = z3.Solver()
    solver.set("timeout", milliseconds)
    frames = [system.constant(level.state)]
    for so_far in range(most + 1):
        if so_far:
            frames.append(system.frame(str(so_far)))
            solver.add(follows(frames[-2], frames[-1]))
        solver.push()
        solver.add(system.is_solved(frames[-1]))
        answer = answer_of(solver)
        if answer == z3.unknown:
            return Finding(Status.UNKNOWN, f"is there a solution with {so_far} {metric}?")
        if answer == z3.sat:
            lurd = lurd_through(system, [system.state(solver.model(), frame) for frame in frames])
            return Finding(Status.PROVED, lurd=lurd)
        solver.pop()
    return Finding(Status.REFUTED, f"there is no solution with up to {most} {metric}")


def _walk_and_push(system: BoardSystem, before: StateFrame, after: StateFrame) -> z3.BoolRef:
    rules = [z3.PbEq([(there, 1) for there in after.player.values()], 1)]
    reached = before.player
    for _ in range(len(system.floor) - 2):
        layer = {square: z3.FreshBool("reached") for square in system.floor}
        for square in system.floor:
            near = [reached[other] for way in WAYS if (other := beside(square, way)) in reached]
            rules.append(layer[square] == z3.And(z3.Not(before.box[square]), z3.Or(reached[square], *near)))
        reached = layer
    pushes = {
        (box, way): z3.FreshBool("push")
        for box in system.floor
        for way in WAYS
        if beside(box, way) in reached and beside(box, way, -1) in reached
    }
    if not pushes:
        return z3.BoolVal(False)
    rules.append(z3.PbEq([(chosen, 1) for chosen in pushes.values()], 1))
    comes: dict[Square, list[z3.BoolRef]] = {square: [] for square in system.floor}
    for (box, way), chosen in pushes.items():
        landing = beside(box, way)
        comes[landing].append(chosen)
        rules.append(
            z3.Implies(
                chosen,
                z3.And(before.box[box], z3.Not(before.box[landing]), reached[beside(box, way, -1)], after.player[box]),
            )
        )
    for square in system.floor:
        stays = z3.And(before.box[square], z3.Not(after.player[square]))
        rules.append(after.box[square] == z3.Or(stays, *comes[square]))
    return z3.And(rules)


def lurd_through(system: BoardSystem, states: Collection[State]) -> str:
    r"""Return the LURD through consecutive states.

    >>> level = Level.parse("#######\n#@ $ .#\n#######")
    >>> lurd_through(BoardSystem(level.board), [level.state, State(frozenset({Square(1, 4)}), Square(1, 3))])
    'rR'
    """
    return "".join(letter for before, after in pairwise(states) for letter in _letters(system, before, after))


def _letters(system: BoardSystem, before: State, after: State) -> Iterator[str]:
    free = set(system.floor) - before.boxes
    for box in before.boxes - after.boxes:
        [way] = [way for way in WAYS if beside(box, way) in after.boxes - before.boxes]
        yield from walks(free, before.player)[beside(box, way, -1)]
        yield LETTERS[WAYS.index(way)].upper()
        return
    yield from walks(free, before.player)[after.player]
