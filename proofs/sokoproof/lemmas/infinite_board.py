"""Infinite board: arbitrary walls, goals and boxes, and one legal step.

What z3 finds impossible here is impossible on every board.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import z3

from sokoproof.asking import answer_of
from sokoproof.proof import Refuted, Undecided

_MILLISECONDS = 20_000
"""The time for one question to z3."""

Term: TypeAlias = int | z3.ArithRef
"""A row or a column: a number, or one that z3 may choose."""
Spot: TypeAlias = tuple[Term, Term]
"""A square of the plane."""
Area: TypeAlias = Sequence[Sequence[Spot]]
"""Squares to be drawn, row by row."""


@dataclass(frozen=True, slots=True)
class Moment:
    """Boxes and player at one time."""

    box: Callable[[Spot], z3.BoolRef]
    player: Spot

    def player_on(self, spot: Spot) -> z3.BoolRef:
        return z3.And(self.player[0] == spot[0], self.player[1] == spot[1])


class Plane:
    """All boards at once with one legal step; walls, goals and boxes are functions.

    >>> plane = Plane()
    >>> solver = z3.Solver()
    >>> solver.add(plane.step, plane.before.box((0, 0)), z3.Not(plane.after.box((0, 0))))
    >>> solver.check()
    sat
    >>> solver.add(plane.wall((1, 0)), plane.wall((0, 1)))
    >>> solver.check()
    unsat
    """

    def __init__(self) -> None:
        kinds = ("wall", "goal", "box")
        self._wall, self._goal, self._box = (
            z3.Function(kind, z3.IntSort(), z3.IntSort(), z3.BoolSort()) for kind in kinds
        )
        row, column, down, right = z3.Ints("row column down right")
        there, beyond = (row + down, column + right), (row + 2 * down, column + 2 * right)
        pushed = self._box(*there)
        ways = [z3.And(down == way[0], right == way[1]) for way in ((-1, 0), (1, 0), (0, -1), (0, 1))]
        self.landing = beyond
        self.before = Moment(lambda spot: self._box(*spot), (row, column))
        self.after = Moment(
            lambda spot: z3.If(
                z3.And(pushed, _same(spot, there)), False, z3.Or(z3.And(pushed, _same(spot, beyond)), self._box(*spot))
            ),
            there,
        )
        self.step = z3.And(
            z3.Or(ways),
            *self._well_formed((row, column), there, beyond),
            z3.Not(self._wall(*there)),
            z3.Implies(pushed, z3.Not(z3.Or(self._wall(*beyond), self._box(*beyond)))),
        )

    def wall(self, spot: Spot) -> z3.BoolRef:
        return self._wall(*spot)

    def goal(self, spot: Spot) -> z3.BoolRef:
        return self._goal(*spot)

    def solid(self, moment: Moment, spot: Spot) -> z3.BoolRef:
        return z3.Or(self._wall(*spot), moment.box(spot))

    def off_goal(self, moment: Moment, spot: Spot) -> z3.BoolRef:
        return z3.And(moment.box(spot), z3.Not(self._goal(*spot)))

    def _well_formed(self, *spots: Spot) -> list[z3.BoolRef]:
        return [
            z3.And(
                z3.Not(z3.And(self._wall(*spot), z3.Or(self._box(*spot), self._goal(*spot)))),
                z3.Implies(self.before.player_on(spot), z3.Not(self.solid(self.before, spot))),
            )
            for spot in spots
        ]

    def exclude(self, given: Iterable[z3.BoolRef], wrong: z3.BoolRef, area: Area, why: str) -> None:
        """Prove that `given` is satisfiable, but not with `wrong`.

        Raises `Refuted` with `why` and a drawing, or `Undecided`.
        """
        solver = z3.Solver()
        solver.set("timeout", _MILLISECONDS)
        solver.add(*given)
        for formulas, expected in (((), z3.sat), ((wrong,), z3.unsat)):
            solver.add(*formulas)
            answer = answer_of(solver)
            if answer == z3.unknown:
                raise Undecided(f"z3 did not find out in {_MILLISECONDS // 1000} seconds whether {why}")
            if answer != expected:
                raise Refuted(f"{why}:\n{self._example(solver, area)}" if formulas else "nothing fits what is assumed")

    def _example(self, solver: z3.Solver, area: Area) -> str:
        spots = [spot for row in area for spot in row]
        _keep(solver, z3.And(self._well_formed(*spots)))
        for holds in (self._wall, self._box, self._goal):
            for spot in spots:
                _keep(solver, z3.Not(holds(*spot)))
        answer_of(solver)
        model = solver.model()

        def letter(moment: Moment, spot: Spot) -> str:
            def true(formula: z3.BoolRef) -> bool:
                return bool(z3.is_true(model.eval(formula, model_completion=True)))

            if true(self.wall(spot)):
                return "#"
            plain, on_goal = "$*" if true(moment.box(spot)) else "@+" if true(moment.player_on(spot)) else "-."
            return on_goal if true(self.goal(spot)) else plain

        return "\n".join(
            "    ".join("".join(letter(moment, spot) for spot in row) for moment in (self.before, self.after))
            for row in area
        )


def around(height: int, width: int, margin: int = 2) -> Area:
    """Return a window's squares with a margin."""
    return [[(row, column) for column in range(-margin, width + margin)] for row in range(-margin, height + margin)]


def _same(spot: Spot, other: Spot) -> z3.BoolRef:
    return z3.And(spot[0] == other[0], spot[1] == other[1])


def _keep(solver: z3.Solver, formula: z3.BoolRef) -> None:
    if answer_of(solver, formula) == z3.sat:
        solver.add(formula)
