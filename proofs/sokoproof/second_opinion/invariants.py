"""Unsolvability of tiny levels by invariants from z3's Spacer.

Spacer is not trusted: plain queries check invariants and counterexamples.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import z3

from sokoproof.asking import answer_of_spacer
from sokoproof.second_opinion.bounded import lurd_through
from sokoproof.second_opinion.facts import MILLISECONDS
from sokoproof.second_opinion.finding import PROVED, Finding, never
from sokoproof.second_opinion.step_relation import BoardSystem, Formula, StateFrame
from sokoproof.status import Status
from sokospec.board import Level, State


def prove_unsolvable(level: Level, *, milliseconds: int = MILLISECONDS) -> Finding:
    r"""Prove that a level has no solution; if refuted, the finding has one.

    `milliseconds` limits each query. Practical up to 15 floor squares.

    >>> prove_unsolvable(Level.parse("#####\n#@$ #\n# . #\n#####")).status
    <Status.PROVED: 'proved'>
    >>> finding = prove_unsolvable(Level.parse("######\n#@ $.#\n######"))
    >>> finding.status, finding.lurd
    (<Status.REFUTED: 'refuted'>, 'rR')
    """
    system = BoardSystem(level.board, len(level.boxes))
    start = system.constant(level.state)
    before, after = system.frame("before"), system.frame("after")
    inside = z3.Function("inside", *[z3.BoolSort()] * len(_bits(before)), z3.BoolSort())
    spacer = z3.Fixedpoint()
    spacer.set(engine="spacer", timeout=milliseconds)
    spacer.register_relation(inside)
    spacer.declare_var(*_bits(before), *_bits(after))
    spacer.rule(inside(*_bits(start)))
    spacer.rule(inside(*_bits(after)), [inside(*_bits(before)), system.step(before, after)])
    answer = answer_of_spacer(spacer, z3.And(inside(*_bits(before)), system.is_solved(before)))
    if answer == z3.unsat:
        holds = _formula_of(spacer.get_answer())
        if holds is not None and _is_invariant(system, start, holds, milliseconds):
            return PROVED
    if answer == z3.sat:
        states = _ground(system, spacer.get_answer(), inside)
        if states[:1] == [level.state] and _is_play(system, states):
            return Finding(Status.REFUTED, "there is a solution", lurd=lurd_through(system, states))
    return Finding(Status.UNKNOWN, "is there a solution?")


def _bits(frame: StateFrame) -> list[z3.BoolRef]:
    return [*frame.box.values(), *frame.player.values()]


def _formula_of(answer: z3.ExprRef) -> Formula | None:
    if not z3.is_quantifier(answer) or not z3.is_eq(answer.body()):
        return None
    relation, formula = answer.body().children()
    numbers = [z3.get_var_index(variable) for variable in relation.children()]

    def holds(frame: StateFrame) -> z3.BoolRef:
        of_number = dict(zip(numbers, _bits(frame), strict=True))
        return z3.substitute_vars(formula, *(of_number[number] for number in range(len(numbers))))

    return holds


def _is_invariant(system: BoardSystem, start: StateFrame, holds: Formula, milliseconds: int) -> bool:
    before, after = system.frame("before"), system.frame("after")
    within = z3.And(system.is_state(before), holds(before))
    findings = (
        never(system, "it does not hold first", milliseconds, [start], z3.Not(holds(start))),
        never(system, "it holds of a solved state", milliseconds, [before], within, system.is_solved(before)),
        never(
            system,
            "a step leads out of it",
            milliseconds,
            [before, after],
            within,
            system.step(before, after),
            z3.Not(holds(after)),
        ),
    )
    return all(finding.status is Status.PROVED for finding in findings)


def _ground(system: BoardSystem, proof: z3.ExprRef, inside: z3.FuncDeclRef) -> list[State]:
    found: dict[State, None] = {}
    seen = set()
    waiting = [(proof, False)]
    while waiting:
        term, has_premises_behind = waiting.pop()
        if has_premises_behind:
            bits = [z3.is_true(bit) for bit in term.children()]
            boxes, players = (
                [square for square, holds in zip(system.floor, part, strict=True) if holds]
                for part in (bits[: len(system.floor)], bits[len(system.floor) :])
            )
            found[State(frozenset(boxes), players[0])] = None
        elif term.get_id() not in seen and z3.is_app(term):
            seen.add(term.get_id())
            if term.decl() == inside:
                waiting.append((term, True))
            waiting += [(child, False) for child in reversed(term.children())]
    return list(found)


def _is_play(system: BoardSystem, states: Sequence[State]) -> bool:
    frames = [system.constant(state) for state in states]
    follows = [system.step(before, after) for before, after in pairwise(frames)]
    return all(z3.is_true(z3.simplify(formula)) for formula in [*follows, system.is_solved(frames[-1])])
