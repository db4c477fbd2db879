"""Results of proof attempts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import z3

from sokoproof.asking import answer_of
from sokoproof.second_opinion.step_relation import BoardSystem, StateFrame
from sokoproof.status import Status
from sokospec.board import State
from sokospec.errors import SokobanError


class Malformed(SokobanError):
    """A fact that names what does not exist."""

    def __init__(self, text: str, fact: int | None = None) -> None:
        super().__init__(text)
        self.fact = fact


@dataclass(frozen=True, slots=True)
class Finding:
    """A proof attempt's result; if refuted, with the false part and the states before and after a step.

    `fact`: number of the refuted or unknown fact; `lurd`: a solution.
    """

    status: Status
    part: str = ""
    state: State | None = None
    after: State | None = None
    fact: int | None = None
    lurd: str | None = None


PROVED = Finding(Status.PROVED)


def never(
    system: BoardSystem, part: str, milliseconds: int, frames: Sequence[StateFrame], *formulas: z3.BoolRef
) -> Finding:
    r"""Prove that no states satisfy the formulas.

    >>> from sokospec import Level
    >>> system = BoardSystem(Level.parse("#####\n#@$.#\n#####").board)
    >>> here = system.frame("here")
    >>> everywhere = here.boxes_on(system.floor)
    >>> never(system, "no room for the player", 1000, [here], system.is_state(here), everywhere).status
    <Status.PROVED: 'proved'>
    """
    solver = z3.Solver()
    solver.set("timeout", milliseconds)
    solver.add(*formulas)
    answer = answer_of(solver)
    if answer == z3.unsat:
        return PROVED
    if answer == z3.unknown:
        return Finding(Status.UNKNOWN, part)
    state, after = [*(system.state(solver.model(), frame) for frame in frames), None, None][:2]
    return Finding(Status.REFUTED, part, state, after)
