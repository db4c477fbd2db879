"""Head of a certificate: version, claim, level, solution and direction."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from sokospec.answer import EXACT, Objective
from sokospec.board import Board, Level, Square, State
from sokospec.errors import SokobanError, quantify
from sokoverify.text import Refused, Text
from sokoverify.words import numbers

_VERSIONS = ("sokospec certificate 1", "sokospec certificate 2")
_LARGEST = 1 << 16
_CLAIMED = re.compile(rf"claim (?:(solved|unsolvable)|(optimal|at-least) ({'|'.join(EXACT)}) (.+))")
_SYMBOLS = "#-.$*@+"
_LETTERS = 1 << 8
_STEPS = {"u": (-1, 0), "d": (1, 0), "l": (0, -1), "r": (0, 1)}


@dataclass(frozen=True)
class Claim:
    """Claim: its words, its kind, and the costs."""

    words: str
    kind: str
    objective: Objective | None
    cost: tuple[int, ...]


@dataclass(frozen=True)
class Head:
    """Everything before the facts; version 2 allows all facts.

    With a `depth`, two sides meet: up to that cost, solutions are followed backwards. `balance` is a pair of facts, or
    empty.
    """

    claim: Claim
    level: Level
    is_second_version: bool
    backwards: bool
    depth: tuple[int, ...] | None = None
    balance: tuple[int, ...] = ()


def read_version(text: Text) -> bool:
    first = text.next()
    if first not in _VERSIONS:
        raise Refused(f"a certificate begins with the line {_VERSIONS[0]!r} or {_VERSIONS[1]!r}")
    return first == _VERSIONS[1]


def read_claim(text: Text) -> Claim:
    line = text.next()
    match = _CLAIMED.fullmatch(line)
    if match is None:
        raise Refused("the second line must be the claim")
    bare, kind, objective, cost = match.groups()
    if bare:
        return Claim(bare, bare, None, ())
    found, wanted = numbers(cost), len(objective.split("-"))
    if len(found) != wanted:
        raise Refused(f"a cost in {objective} has {wanted} numbers")
    return Claim(line.removeprefix("claim "), kind, Objective(objective), tuple(found))


def read_rest(text: Text, claim: Claim, is_second_version: bool, wanted: Level | None) -> Head:
    """Parse the rest of the head; the level must be `wanted`, if given."""
    level = _level(text)
    if wanted is not None and level != wanted:
        raise Refused("the certificate is about another level")
    if claim.kind in ("solved", "optimal"):
        line = text.next()
        if not line.startswith("solution "):
            raise Refused("after the level comes the solution")
        pushes = solution_pushes(level, line[9:], text.look)
        if claim.objective and claim.objective.cost(len(line) - 9, pushes) != claim.cost:
            raise Refused("the solution does not cost what is claimed")
    direction = text.next() if claim.kind != "solved" else "forwards"
    if is_second_version and claim.objective and direction.startswith("meeting "):
        before, balanced, behind = direction[8:].partition(" by ")
        depth, balance = tuple(numbers(before)), tuple(numbers(behind, 1) if balanced else ())
        if len(balance) not in (0, 2):
            raise Refused("a meeting is balanced by two facts")
        if len(depth) != len(claim.cost):
            raise Refused("the depth has as many numbers as the claimed cost")
        if claim.objective is Objective.PUSHES:
            raise Refused("the two sides meet only where moves count")
        return Head(claim, level, is_second_version, backwards=False, depth=depth, balance=balance)
    if direction not in ("forwards", "backwards"):
        raise Refused("before the facts comes one of the words forwards and backwards, or a meeting")
    if direction == "backwards" and claim.objective not in (None, Objective.PUSHES):
        raise Refused("unless two sides meet, only certificates of pushes may go backwards")
    return Head(claim, level, is_second_version, direction == "backwards")


def _level(text: Text) -> Level:
    word, _, size = text.next().partition(" ")
    if word != "level" or len(numbers(size, 1)) != 2:
        raise Refused("the third line must give the height and the width of the level")
    height, width = numbers(size, 1)
    if height * width > _LARGEST:
        raise Refused(f"a level of {height} x {width} squares is too large")
    places: dict[str, list[Square]] = {symbol: [] for symbol in _SYMBOLS}
    for row in range(height):
        line = text.next()
        if len(line) != width or line.strip(_SYMBOLS):
            raise Refused(f"a row of the level has {width} of the symbols {_SYMBOLS}")
        for column in range(width):
            places[line[column]].append(Square(row, column))
    players = places["@"] + places["+"]
    if len(players) != 1:
        raise Refused(f"the level has {quantify(len(players), 'player')}")
    goals = frozenset(places["."] + places["*"] + places["+"])
    try:
        board = Board(width, height, frozenset(places["#"]), goals)
        return Level(board, State(frozenset(places["$"] + places["*"]), players[0]))
    except SokobanError as error:
        raise Refused(f"the level is invalid: {error}") from error


def solution_pushes(level: Level, letters: str, look: Callable[[], object] = lambda: None) -> int:
    r"""Return the number of pushes of a solution. Raises `Refused` if it is invalid.

    >>> solution_pushes(Level.parse("######\n#@$ .#\n######"), "RR")
    2
    """
    boxes, (row, column), pushes = set(level.boxes), level.player, 0
    is_wall = level.board.is_wall
    for at, letter in enumerate(letters):
        if at % _LETTERS == 0:
            look()
        if letter.lower() not in _STEPS:
            raise Refused(f"the solution is invalid: {letter!r} is not one of the letters udlrUDLR")
        down, right = _STEPS[letter.lower()]
        ahead, beyond = Square(row + down, column + right), Square(row + 2 * down, column + 2 * right)
        illegal = "wall" if is_wall(ahead) else ""
        if ahead in boxes:
            illegal = "the box is blocked by a box" if beyond in boxes else ""
            illegal = "the box is blocked by a wall" if is_wall(beyond) else illegal
        if illegal:
            raise Refused(f"the solution is invalid: {letter!r} is illegal: {illegal}")
        if letter.isupper() != (ahead in boxes):
            kind = "upper case but pushes no box" if letter.isupper() else "lower case but pushes a box"
            raise Refused(f"the solution is invalid: {letter!r} is {kind}")
        if ahead in boxes:
            boxes.remove(ahead)
            boxes.add(beyond)
            pushes += 1
        row, column = ahead
    missing = len(boxes - level.goals)
    if missing:
        raise Refused(f"the solution is invalid: the steps end with {missing} of {len(boxes)} boxes off the goals")
    return pushes
