"""Local lemmas: patterns that no legal step undoes, in any surroundings, so the state is dead.

Other arguments than the defaults give false lemmas, which are refuted.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import combinations

import z3

from sokoproof.lemmas.infinite_board import Area, Moment, Plane, Spot, Term, around
from sokoproof.proof import Proof, run_proof

_ANY = "any surroundings, any legal step"
_STILL = "no legal step undoes the pattern"
_UNDONE = "a step undoes the pattern"
_LONG_ENOUGH = 5
"""The most squares of lines in counterexamples about lines."""
_AXES = (((-1, 0), (1, 0)), ((0, -1), (0, 1)))
"""The neighbours of the square (0, 0) along its two axes."""

_Pattern = Callable[[Moment], z3.BoolRef]


def _stays(proof: Proof, plane: Plane, pattern: _Pattern, area: Area) -> None:
    given = [pattern(plane.before), plane.step]
    plane.exclude(given, z3.Not(pattern(plane.after)), area, _UNDONE)
    proof.step(_STILL)


def corner(name: str, *, axes: int = 2) -> Proof:
    """Prove that a box in a corner stays.

    >>> corner("corner").status
    <Status.PROVED: 'proved'>
    """
    plane = Plane()
    walls = z3.And([z3.Or([plane.wall(end) for end in ends]) for ends in _AXES[:axes]])
    claim = "a box off the goals with a wall above or below it and one to its left or right stays where it is"
    with run_proof(Proof(name, claim, _ANY)) as proof:
        _stays(proof, plane, lambda moment: z3.And(walls, plane.off_goal(moment, (0, 0))), around(1, 1))
    return proof


def block(name: str, *, solid: int = 4) -> Proof:
    """Prove that a 2x2 block stays.

    >>> block("block").status
    <Status.PROVED: 'proved'>
    """
    plane = Plane()
    squares: list[Spot] = [(0, 0), (0, 1), (1, 0), (1, 1)]

    def pattern(moment: Moment) -> z3.BoolRef:
        return z3.And(
            z3.And([plane.solid(moment, spot) for spot in squares[:solid]]),
            z3.Or([plane.off_goal(moment, spot) for spot in squares[:solid]]),
        )

    claim = "2x2 squares of boxes and walls stay as they are; if a box of them is off the goals, it stays so"
    with run_proof(Proof(name, claim, _ANY)) as proof:
        _stays(proof, plane, pattern, around(2, 2))
    return proof


def freeze_step(name: str, *, axes: int = 2) -> Proof:
    """Prove that boxes stay if each is blocked along both axes by a wall or one of them.

    >>> freeze_step("freeze").status
    <Status.PROVED: 'proved'>
    """
    plane = Plane()
    ends = [end for pair in _AXES for end in pair]
    in_set = z3.Function("in set", z3.IntSort(), z3.IntSort(), z3.BoolSort())
    known = [z3.Implies(in_set(*spot), plane.before.box(spot)) for spot in [(0, 0), *ends]]
    blocked = [z3.Or([z3.Or(plane.wall(end), in_set(*end)) for end in pair]) for pair in _AXES[:axes]]
    claim = "boxes of which each has, along both axes, a wall or another one of them at one end, stay where they are"
    with run_proof(Proof(name, claim, f"any set of boxes, {_ANY}")) as proof:
        given = [*known, in_set(0, 0), *blocked, plane.step]
        pushed = z3.Not(plane.after.box((0, 0)))
        plane.exclude(given, pushed, around(1, 1), "one is pushed")
        proof.step("no legal step moves a box of the set")
        proof.step("so all of the set are where they were, and each is blocked again by what blocked it")
    return proof


def closed_diagonal(name: str, *, ends: int = 2) -> Proof:
    """Prove that a closed diagonal stays closed or becomes a shorter one.

    Lengths up to three are tried; any length follows from what one step can touch.

    >>> closed_diagonal("diagonal").status
    <Status.PROVED: 'proved'>
    """
    claim = (
        "a diagonal row of empty squares without goals and without the player, with boxes or walls on all sides of "
        "each and at both ends of the row, a box of these off the goals, remains one, perhaps a shorter one; "
        "one without empty squares is a 2x2 block"
    )
    with run_proof(Proof(name, claim, f"diagonals of every length, {_ANY}")) as proof:
        for squares in range(4):
            _diagonal_of(proof, squares, ends)
        _longer_diagonals(proof)
        proof.step("by induction over the steps there is such a row for good")
    return proof


def _diagonal_of(proof: Proof, squares: int, ends: int) -> None:
    plane = Plane()
    last = squares + 1
    no_goals = z3.And([z3.Not(plane.goal((at, at))) for at in range(1, last)])
    left_open = {last} if ends == 1 else set[int]()

    def stays_closed(moment: Moment, first: int, end: int) -> z3.BoolRef:
        sides: list[Spot] = [spot for at in range(first, end) for spot in ((at, at + 1), (at + 1, at))]
        stops: list[Spot] = [(at, at) for at in (first, end) if at not in left_open]
        inside: list[Spot] = [(at, at) for at in range(first + 1, end)]
        return z3.And(
            *(plane.solid(moment, spot) for spot in sides + stops),
            *(z3.Not(z3.Or(moment.box(spot), moment.player_on(spot))) for spot in inside),
            z3.Or([plane.off_goal(moment, spot) for spot in sides + stops]),
        )

    def pattern(moment: Moment) -> z3.BoolRef:
        return z3.And(no_goals, z3.Or([stays_closed(moment, *row) for row in combinations(range(last + 1), 2)]))

    plane.exclude(
        [pattern(plane.before), plane.step], z3.Not(pattern(plane.after)), around(last + 1, last + 1), _UNDONE
    )
    proof.step(f"up to {squares} empty squares: {_STILL}")


def _longer_diagonals(proof: Proof) -> None:
    """Prove the lemma for any length, between solid ends `first` and `end`.

    Properties of inner squares are instantiated only where the step touches, or where they would fail after it.
    """
    plane = Plane()
    first, end = z3.Ints("first end")
    entered = plane.landing[0]
    off: Spot = (z3.Int("off row"), z3.Int("off column"))
    wrong = z3.Ints("one two three")
    places = [at + by for at in (first, end, entered, *off, *wrong) for by in (-1, 0, 1)]

    def at_place(moment: Moment, low: Term, high: Term, at: Term) -> z3.BoolRef:
        sides = z3.And(plane.solid(moment, (at, at + 1)), plane.solid(moment, (at + 1, at)))
        free = z3.Not(z3.Or(moment.box((at, at)), moment.player_on((at, at))))
        return z3.And(
            z3.Implies(z3.And(low <= at, at < high), sides),
            z3.Implies(z3.And(low < at, at < high), free),
        )

    def at_ends(moment: Moment, low: Term, high: Term, off: Spot) -> z3.BoolRef:
        row, column = off
        end = z3.And(row == column, z3.Or(row == low, row == high))
        right = z3.And(column == row + 1, low <= row, row < high)
        below = z3.And(row == column + 1, low <= column, column < high)
        stops = z3.And(plane.solid(moment, (low, low)), plane.solid(moment, (high, high)))
        return z3.And(low < high, stops, z3.Or(end, right, below), plane.off_goal(moment, off))

    given = [at_ends(plane.before, first, end, off), plane.step]
    for at in places:
        given.append(at_place(plane.before, first, end, at))
        given.append(z3.Implies(z3.And(first < at, at < end), z3.Not(plane.goal((at, at)))))
    pushed_in: Spot = (entered, entered)
    rows: list[tuple[Term, Term, Spot]] = [(first, end, off), (first, entered, pushed_in), (entered, end, pushed_in)]
    undone = z3.And(
        [
            z3.Not(z3.And(at_ends(plane.after, low, high, box), at_place(plane.after, low, high, at)))
            for (low, high, box), at in zip(rows, wrong, strict=True)
        ]
    )
    plane.exclude(given, undone, around(4, 4), _UNDONE)
    proof.step("any length: a step leaves the row closed, or a box is pushed in, and one side of it is closed")


def edge(name: str, *, gap: int | None = None, ends: int = 2) -> Proof:
    """Prove that a box stays on a line along a wall between two corners.

    `gap` omits a square of the wall; with one end the line is open.

    >>> edge("edge").status
    <Status.PROVED: 'proved'>
    """
    plane = Plane()
    length, at = z3.Ints("length at")
    near = [at - 1, at, at + 1]

    def on_line(spot: Term) -> z3.BoolRef:
        return z3.And(spot >= 0, spot < length)

    given = [on_line(at), plane.before.box((0, at)), *[plane.wall((0, -1)), plane.wall((0, length))][:ends]]
    for spot in [*near, *range(_LONG_ENOUGH)]:  # what is so of every square is used for these
        given.append(z3.Implies(on_line(spot), z3.Not(plane.goal((0, spot)))))
        given.append(
            z3.Implies(z3.And(on_line(spot), spot != gap) if gap is not None else on_line(spot), plane.wall((1, spot)))
        )
    if gap is not None or ends < 2:
        given.append(length <= _LONG_ENOUGH)  # for a counterexample to be drawn
    still = z3.Or([z3.And(on_line(spot), plane.off_goal(plane.after, (0, spot))) for spot in near])
    claim = "a box on a line without goals, along a wall and with a wall at both ends, stays on the line"
    with run_proof(Proof(name, claim, f"lines of every length, {_ANY}")) as proof:
        plane.exclude([*given, plane.step], z3.Not(still), around(1, _LONG_ENOUGH), _UNDONE)
        proof.step("no legal step takes the box off the line")
    return proof


def local_lemmas() -> dict[str, Callable[[], Proof]]:
    """Return the lemmas by name."""
    lemmas: dict[str, Callable[[str], Proof]] = {
        "lemma-corner": corner,
        "lemma-block": block,
        "lemma-freeze-step": freeze_step,
        "lemma-closed-diagonal": closed_diagonal,
        "lemma-edge": edge,
    }
    return {name: partial(lemma, name) for name, lemma in lemmas.items()}
