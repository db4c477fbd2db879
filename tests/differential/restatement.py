"""Sokoban once more, from scratch, as rewriting of text: what the reference engine is compared with.

A position is one string, the rows of a level one after the other, with a rim of walls so that nothing wraps around.
The game is the twelve rewritings below, applied along a line of squares. Nothing here comes from `sokospec`, and
nothing is done the way it is done there: no sets of boxes, no normal form with a first square, no search that
stops at the first solution.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from itertools import islice, takewhile
from typing import NamedTuple

WALKS = {"@ ": " @", "@.": " +", "+ ": ".@", "+.": ".+"}
PUSHES = {
    "@$ ": " @$", "@$.": " @*", "@* ": " +$", "@*.": " +*",
    "+$ ": ".@$", "+$.": ".@*", "+* ": ".+$", "+*.": ".+*",
}  # fmt: skip


class Game(NamedTuple):
    """A level as text: its first position, and how far apart in the string the squares of a column are."""

    position: str
    stride: int


class Fork(NamedTuple):
    """What can be done in a position: the direction's letter (upper case for a push) and the position after it."""

    letter: str
    position: str


def game(xsb: str) -> Game:
    rows = xsb.replace("-", " ").split("\n")
    longest = max(map(len, rows))
    rim = "#" * (longest + 2)
    return Game(rim + "".join(f"#{row:{longest}}#" for row in rows) + rim, longest + 2)


def forks(position: str, stride: int) -> list[Fork]:
    """Return everything that can be done in a position, in the order u, d, l, r."""
    man = max(position.find("@"), position.find("+"))
    found = []
    squares: tuple[int, ...]
    for letter, leap in (("u", -stride), ("d", stride), ("l", -1), ("r", 1)):
        if position[man + leap] in " .":
            squares, after = (man, man + leap), WALKS[position[man] + position[man + leap]]
        elif position[man + leap] in "$*" and position[man + 2 * leap] in " .":
            squares = (man, man + leap, man + 2 * leap)
            after = PUSHES["".join(position[square] for square in squares)]
            letter = letter.upper()
        else:
            continue
        symbols = list(position)
        for square, symbol in zip(squares, after, strict=True):
            symbols[square] = symbol
        found.append(Fork(letter, "".join(symbols)))
    return found


def solved(position: str) -> bool:
    return "$" not in position


def follow(xsb: str, lurd: str) -> str | None:
    """Return the position after a play, or None when one of its letters names nothing that can be done."""
    position, stride = game(xsb)
    for letter in lurd:
        found = dict(forks(position, stride))
        if letter not in found:
            return None
        position = found[letter]
    return position


class Atlas(NamedTuple):
    """Every position that play can lead to, numbered from 0: walks and pushes out of each; the solved ones."""

    walks: list[list[int]]
    pushes: list[list[int]]
    solved: list[int]


def atlas(first: str, stride: int) -> Atlas:
    number = {first: 0}
    known = Atlas([], [], [])
    for position in (listed := [first]):
        walks: list[int] = []
        pushes: list[int] = []
        for letter, after in forks(position, stride):
            if after not in number:
                number[after] = len(listed)
                listed.append(after)
            (walks if letter.islower() else pushes).append(number[after])
        known.walks.append(walks)
        known.pushes.append(pushes)
        if solved(position):
            known.solved.append(number[position])
    return known


def cheapest(known: Atlas, walk: int, push: int) -> int | None:
    """Return the least price of a solution when every walked square costs `walk` and every push `push`, or None.

    Prices of positions are lowered as long as any can be lowered; only then is the cheapest solved one looked up.
    """
    unpaid = 10**15
    price = [0] + [unpaid] * (len(known.walks) - 1)
    waiting = deque([0])
    while waiting:
        here = waiting.popleft()
        for there in known.walks[here]:
            if price[here] + walk < price[there]:
                price[there] = price[here] + walk
                waiting.append(there)
        for there in known.pushes[here]:
            if price[here] + push < price[there]:
                price[there] = price[here] + push
                waiting.append(there)
    return min((price[position] for position in known.solved), default=None)


def strolls(position: str, stride: int) -> tuple[frozenset[str], set[str]]:
    """Return all positions that walking alone can give, and all that one push after such a walk can give."""
    walked: set[str] = set()
    pushed: set[str] = set()
    waiting = {position}
    while waiting:
        walked |= waiting
        ahead = [fork for other in waiting for fork in forks(other, stride)]
        pushed |= {fork.position for fork in ahead if fork.letter.isupper()}
        waiting = {fork.position for fork in ahead if fork.letter.islower()} - walked
    return frozenset(walked), pushed


def tours(first: str, stride: int) -> Iterator[list[frozenset[str]]]:
    """Yield, for 0, 1, 2, ... pushes, the classes of positions that need so many; walking alone joins a class."""
    met: set[str] = set()
    starts = {first}
    while True:
        classes: list[frozenset[str]] = []
        beyond: set[str] = set()
        for start in starts:
            if start not in met:
                walked, pushed = strolls(start, stride)
                met |= walked
                beyond |= pushed
                classes.append(walked)
        yield classes
        starts = beyond


def push_distances(first: str, stride: int) -> dict[str, int]:
    """Return every position that play can lead to, with the least number of pushes on the way."""
    layers = takewhile(bool, tours(first, stride))
    return {position: pushes for pushes, layer in enumerate(layers) for walked in layer for position in walked}


def push_perft(xsb: str, depth: int) -> list[int]:
    """Return how many classes of positions lie at each distance in pushes."""
    return [len(layer) for layer in islice(tours(*game(xsb)), depth + 1)]


class Optima(NamedTuple):
    """The least costs for each objective; None when there is no solution. Pairs are (moves, pushes)."""

    moves: int | None
    pushes: int | None
    moves_pushes: tuple[int, int] | None
    pushes_moves: tuple[int, int] | None


MANY = 1_000_000  # more than the moves or pushes of any solution that occurs


def optima(xsb: str) -> Optima:
    known = atlas(*game(xsb))
    moves = cheapest(known, 1, 1)
    pushes = cheapest(known, 0, 1)
    moves_pushes = cheapest(known, MANY, MANY + 1)
    pushes_moves = cheapest(known, 1, MANY + 1)
    return Optima(
        moves,
        pushes,
        None if moves_pushes is None else (moves_pushes // MANY, moves_pushes % MANY),
        None if pushes_moves is None else (pushes_moves % MANY, pushes_moves // MANY),
    )


def move_perft(xsb: str, depth: int) -> list[int]:
    """Return how many positions lie at each distance in moves."""
    first, stride = game(xsb)
    rings = [{first}]
    inside = {first}
    while len(rings) <= depth:
        ring = {fork.position for position in rings[-1] for fork in forks(position, stride)} - inside
        inside |= ring
        rings.append(ring)
    return [len(ring) for ring in rings]
