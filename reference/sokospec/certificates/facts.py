"""Kinds of facts; `docs/background/certificates.md` proves each sound."""

from __future__ import annotations

from dataclasses import dataclass

from sokospec.board import Square


@dataclass(frozen=True, slots=True)
class Pattern:
    """Boxes on some squares, and the player in the component of the remaining floor that contains `player`.

    A state matches if it has boxes on all these squares, perhaps others too, and its player in that component.
    """

    boxes: frozenset[Square]
    player: Square


@dataclass(frozen=True, slots=True)
class Patterns:
    """Every state that matches one of these patterns is dead.

    Each pattern has a box off the goals. Each push of its boxes leads to a match, or to a state dead by an earlier fact
    in `by`. `within`, the number of an earlier `Frozen`, selects its board: frozen boxes are walls, their goals are
    none.
    """

    number: int
    patterns: tuple[Pattern, ...]
    by: tuple[int, ...] = ()
    within: int | None = None


@dataclass(frozen=True, slots=True)
class Frozen:
    """In every state that matches this pattern its boxes, all on goals, can stay in place for good.

    Each push of one of them leads to a state that is dead by an earlier fact in `by`.
    """

    number: int
    pattern: Pattern
    by: tuple[int, ...] = ()
    within: int | None = None


@dataclass(frozen=True, slots=True)
class Potential:
    """Heights of the squares of its board, in row order; facts `within` it bound moves, and pushes cost by heights."""

    number: int
    heights: tuple[int, ...]
    within: int | None = None


@dataclass(frozen=True, slots=True)
class Counting:
    """Every state is dead in which more boxes are confined to these goals than there are goals.

    A box is confined if, alone with the player on the same side, it could be pushed to no other goal. With `backwards`,
    the squares are origins: no play from the initial state leads to more boxes that can only come from them.
    """

    number: int
    goals: frozenset[Square]
    within: int | None = None
    backwards: bool = False


@dataclass(frozen=True, slots=True)
class Prices:
    """Lower bound of the pushes of every state: the sum of all prices and of each box's reduced distance.

    That is the minimum of pushes minus price over the goals that the box could reach alone; without any the state is
    dead. In a `Potential` the bound is in moves, less the player's height. `prices` are in row order of the goals. With
    `backwards` they are those of the boxes' initial squares, for pushes since the initial state.
    """

    number: int
    prices: tuple[int, ...]
    within: int | None = None
    backwards: bool = False


@dataclass(frozen=True, slots=True)
class Groups:
    """Excess of disjoint groups of boxes: pushes that they need beyond the bound of the earlier fact `prices`.

    An item of `excesses` has at least two boxes, and the player in a component of the remaining floor. Its number is
    what the boxes need beyond their reduced distances, None if they cannot reach goals. `within` and `backwards` are
    those of the prices.
    """

    number: int
    prices: int
    excesses: tuple[tuple[int | None, Pattern], ...]
    within: int | None = None
    backwards: bool = False


@dataclass(frozen=True, slots=True)
class Area:
    """Squares with all goals. A push *wastes* what the prices' bound of the state after it, plus one, has too much.

    Pushes between two squares outside waste outside, all others inside. It is not `within` another fact.
    """

    number: int
    prices: int
    squares: frozenset[Square]
    within: int | None = None


@dataclass(frozen=True, slots=True)
class Outside:
    """Excess of disjoint groups of boxes outside the area `within`: pushes that they waste outside; None if dead."""

    number: int
    excesses: tuple[tuple[int | None, Pattern], ...]
    within: int | None


@dataclass(frozen=True, slots=True)
class Inside:
    """Excess of states: pushes wasted inside the area `within`; the boxes are all those in it, the others anywhere.

    The bound includes the excess of the fact `outside`.
    """

    number: int
    excesses: tuple[tuple[int, Pattern], ...]
    within: int | None
    outside: int | None = None


Fact = Patterns | Frozen | Potential | Counting | Prices | Groups | Area | Outside | Inside

Evidence = tuple[Fact, ...]
"""Facts with increasing numbers that rest on earlier ones; the last shows that a state is dead."""
