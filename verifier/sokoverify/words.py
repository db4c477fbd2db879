"""Python parser of numbers, squares and patterns, which explains lines that kernels cannot parse."""

from __future__ import annotations

import re
from typing import NamedTuple

from sokospec.errors import quantify
from sokoverify.text import Refused

_NUMBER = re.compile(r"0|-?[1-9][0-9]{0,8}")


def number(text: str, least: int = 0) -> int:
    """Parse a number of at most nine digits in its only spelling."""
    if _NUMBER.fullmatch(text) and int(text) >= least:
        return int(text)
    raise Refused(f"{text[:20]!r} is not a number from {least} upwards")


def numbers(text: str, least: int = 0) -> list[int]:
    """Parse numbers separated by one space each."""
    return [number(word, least) for word in text.split(" ")]


class Pattern(NamedTuple):
    """Squares of the boxes and of the player, numbered as in the format."""

    boxes: list[int]
    player: int


class Names:
    """Numbers of squares in a certificate."""

    def __init__(self, floor: set[int], boxes: int) -> None:
        self._floor, self._boxes = floor, boxes

    def square(self, text: str) -> int:
        found = number(text)
        if found not in self._floor:
            raise Refused(f"square {text} is not floor")
        return found

    def squares(self, text: str) -> list[int]:
        found = numbers(text)
        if sorted(set(found)) != found:
            raise Refused("squares must be in increasing order")
        return [self.square(word) for word in text.split(" ")]

    def pattern(self, text: str) -> Pattern:
        boxes, at, player = text.partition(" @ ")
        if not at:
            raise Refused("a pattern has boxes, '@' and the player's square")
        return Pattern(self.squares(boxes), self.square(player))

    def group(self, text: str) -> Pattern:
        excess, _, group = text.partition(" : ")
        if excess != "dead":
            number(excess, 1)
        return self.pattern(group)

    def inside(self, text: str) -> Pattern:
        excess, _, state = text.partition(" : ")
        number(excess, 1)
        boxes, at, player = state.partition(" @ ")
        return Pattern([], self.square(player)) if at and boxes == "none" else self.pattern(state)

    def state(self, line: str, counts: int) -> Pattern:
        """Return the boxes and the player of a state. Raises `Refused` if it is invalid or lacks `counts` costs."""
        cost, *parts = line.split(" : ")
        if not 1 <= len(parts) <= 3:
            raise Refused("a state has a cost, boxes and a player, facts, and closing boxes, with ' : ' between them")
        names, _, here = parts[0].partition(" @ ")
        boxes, player = self._different(names), self._different(here)
        if len(boxes) != self._boxes or len(player) != 1 or player[0] in boxes:
            raise Refused(f"a state has {quantify(self._boxes, 'box')} and the player beside them")
        if len(numbers(cost)) != counts:
            raise Refused(f"a cost here has {counts} numbers")
        if len(parts) > 1:
            numbers(parts[1], 1)
        if len(parts) > 2:
            self._different(parts[2])
        return Pattern(boxes, player[0])

    def _different(self, names: str) -> list[int]:
        found: dict[int, None] = {}
        for name in names.split(" "):
            square = int(name) if re.fullmatch(r"0|[1-9][0-9]{0,8}", name) else -1
            if square not in self._floor or square in found:
                raise Refused(f"{name[:20]!r} is not the number of a floor square, or is there twice")
            found[square] = None
        return list(found)
