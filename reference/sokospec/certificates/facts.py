"""The facts that evidence is made of; `docs/background/certificates.md` says why each kind is sound."""

from __future__ import annotations

from dataclasses import dataclass

from sokospec.board import Square


@dataclass(frozen=True, slots=True)
class Pattern:
    """Boxes on these squares, and the player in the part of the rest of the floor that holds `player`.

    A state matches when it has boxes on all of them, and perhaps elsewhere, and its player is in that part.
    """

    boxes: frozenset[Square]
    player: Square


@dataclass(frozen=True, slots=True)
class Patterns:
    """Every state that matches one of these patterns is dead.

    Each pattern has a box off the goals, and each push of one of its boxes leads to a state that matches a pattern of
    the same fact, or that one of the earlier facts `by` shows to be dead. With `within`, the number of an earlier
    `Frozen`, this is about its board: the frozen boxes are walls, their goals are none.
    """

    number: int
    patterns: tuple[Pattern, ...]
    by: tuple[int, ...] = ()
    within: int | None = None


@dataclass(frozen=True, slots=True)
class Frozen:
    """In every state that matches this pattern its boxes, all on goals, can stay where they are for good.

    Each push of one of them leads to a state that one of the earlier facts `by` shows to be dead (often there is none).
    """

    number: int
    pattern: Pattern
    by: tuple[int, ...] = ()
    within: int | None = None


@dataclass(frozen=True, slots=True)
class Potential:
    """The facts `within` this one bound moves, and pushes count by these heights of the floor squares in row order.

    They are those of the board, or with `within` of the board that an earlier fact names.
    """

    number: int
    heights: tuple[int, ...]
    within: int | None = None


@dataclass(frozen=True, slots=True)
class Counting:
    """Every state is dead in which more boxes are confined to these goals than there are of them.

    A box is confined to them when, were it alone on the board, with the player on the side where he is, it could be
    pushed to no other goal. With `backwards` it is about where boxes come from: no play leads from the level's first
    state to a state in which more boxes can only come from these squares than there are of them.
    """

    number: int
    goals: frozenset[Square]
    within: int | None = None
    backwards: bool = False


@dataclass(frozen=True, slots=True)
class Prices:
    """Every state needs at least so many pushes: the sum, over its boxes, of the least pushes minus price to any goal
    that the box, were it alone, could get to, and of all prices. It is dead when a box can get to none. In a
    `Potential` it is so many moves, what the pushes count, and minus the height of the player's square.

    `prices` belong to the goals in row order, those of the board that `within` names. With `backwards` it is about the
    pushes from the level's first state to a state, and the prices are those of the squares where the boxes stood.
    """

    number: int
    prices: tuple[int, ...]
    within: int | None = None
    backwards: bool = False


@dataclass(frozen=True, slots=True)
class Groups:
    """In every state disjoint groups of boxes need so many pushes more than the earlier fact `prices` says.

    Each of `excesses` is a group of two boxes or more, with the player in a part of the rest of the floor, and how many
    pushes more than the least pushes minus price of each of its boxes it needs; None if it can get to no goals. It is
    about the board that `within` names, which is that of the prices, and `backwards` where these are.
    """

    number: int
    prices: int
    excesses: tuple[tuple[int | None, Pattern], ...]
    within: int | None = None
    backwards: bool = False


Fact = Patterns | Frozen | Potential | Counting | Prices | Groups

Evidence = tuple[Fact, ...]
"""What shows that a state is dead: facts with increasing numbers that rest on earlier ones; the last says it."""
