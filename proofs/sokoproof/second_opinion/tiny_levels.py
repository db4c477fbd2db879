"""Solvability and least pushes of tiny levels."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sokoproof.proof import Proof, Refuted, Undecided, run_proof
from sokoproof.second_opinion.bounded import solvable_within
from sokoproof.second_opinion.facts import MILLISECONDS
from sokoproof.second_opinion.finding import Finding
from sokoproof.second_opinion.invariants import prove_unsolvable
from sokoproof.status import Status
from sokospec.board import Level
from sokospec.errors import quantify

_FEW_PUSHES = 4
"""The most pushes of levels tried by unrolled play."""


def tiny_levels(
    name: str, levels: Callable[[], Sequence[tuple[Level, int | None]]], *, milliseconds: int = MILLISECONDS
) -> Proof:
    r"""Prove levels' solvability and least pushes against the expected numbers.

    >>> level = Level.parse("######\n#@ $.#\n######")
    >>> tiny_levels("one level", lambda: [(level, 1)]).status
    <Status.PROVED: 'proved'>
    >>> print(tiny_levels("one level", lambda: [(level, None)]).reason)
    this level has the solution rR:
    ######
    #@ $.#
    ######
    """
    found = levels()
    squares = max(len(level.board.floor) for level, _ in found)
    boxes = max(len(level.boxes) for level, _ in found)
    unsolvable = [level for level, pushes in found if pushes is None]
    claim = "a level has an invariant of play without a solved state exactly if the oracle finds no solution"
    scope = f"{quantify(len(found), 'level')} of up to {squares} floor squares and {quantify(boxes, 'box')}"
    with run_proof(Proof(name, claim, scope)) as proof:
        for level, pushes in found:
            _as_expected(level, prove_unsolvable(level, milliseconds=milliseconds), unsolvable=pushes is None)
        proof.step(f"{len(unsolvable)} levels have such an invariant, which one step after another keeps")
        proof.step(f"the other {len(found) - len(unsolvable)} have a play to a solved state, step by step")
        few = [(level, pushes) for level, pushes in found if pushes is not None and pushes <= _FEW_PUSHES]
        for level, pushes in few:
            _as_expected(
                level, solvable_within(level, "pushes", pushes - 1, milliseconds=milliseconds), unsolvable=True
            )
            _as_expected(level, solvable_within(level, "pushes", pushes, milliseconds=milliseconds), unsolvable=False)
        proof.step(
            f"the {len(few)} that take up to {_FEW_PUSHES} pushes are solvable within as many as the oracle says, "
            "and not within one less"
        )
    return proof


def _as_expected(level: Level, finding: Finding, *, unsolvable: bool) -> None:
    if finding.status is Status.UNKNOWN:
        raise Undecided(f"{finding.part}\n{level}")
    if finding.lurd is not None and unsolvable:
        raise Refuted(f"this level has the solution {finding.lurd}:\n{level}")
    if finding.lurd is None and not unsolvable:
        raise Refuted(f"this level has no solution, or none so short:\n{level}")
