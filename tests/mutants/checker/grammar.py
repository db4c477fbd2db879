"""The format of certificates as `certificates.md` describes it, written once more, to compare with the checker."""

from __future__ import annotations

import re
from collections.abc import Iterator

COUNT = r"(?:0|[1-9][0-9]{0,8})"
ID = r"[1-9][0-9]{0,8}"
IDS = rf"{ID}(?: {ID})*"
SQUARES = rf"{COUNT}(?: {COUNT})*"
PRICE = r"(?:0|-?[1-9][0-9]{0,8})"
PRICES = rf"{PRICE}(?: {PRICE})*"
ONE_COST = re.compile(rf"claim (?:optimal|at-least) (?:pushes|moves) {COUNT}")
TWO_COSTS = re.compile(rf"claim (?:optimal|at-least) (?:pushes-moves|moves-pushes) {COUNT} {COUNT}")
NO_COST = re.compile(r"claim (?:solved|unsolvable)")
PATTERN = re.compile(rf"({SQUARES}) @ ({COUNT})")
MEETING = re.compile(rf"meeting ({COUNT}(?: {COUNT})?)(?: by ({ID}) ({ID}))?")
START = re.compile(rf"start(?: : ({IDS}))?")
STATE = re.compile(rf"({COUNT}(?: {COUNT})?) : ({SQUARES}) @ ({COUNT})(?: : ({IDS}))?(?: : ({SQUARES}))?")
FACTS = (
    re.compile(rf"(?P<kind>patterns) (?P<id>{ID})(?: in (?P<on>{ID}))?(?: by (?P<by>{IDS}))? : (?P<lines>{ID})"),
    re.compile(rf"(?P<kind>frozen) (?P<id>{ID})(?: in (?P<on>{ID}))?(?: by (?P<by>{IDS}))? : (?P<pattern>.+)"),
    re.compile(rf"(?P<kind>potential) (?P<id>{ID})(?: in (?P<on>{ID}))? : (?P<heights>{SQUARES})"),
    re.compile(rf"(?P<kind>counting) (?P<id>{ID})(?: in (?P<on>{ID}))? : (?P<squares>none|{SQUARES})"),
    re.compile(rf"(?P<kind>prices) (?P<id>{ID})(?: in (?P<on>{ID}))? : (?P<prices>none|{PRICES})"),
    re.compile(
        rf"(?P<kind>groups)(?P<back> back)? (?P<id>{ID})(?: in (?P<on>{ID}))? by (?P<over>{ID}) : (?P<lines>{ID})"
    ),
    re.compile(rf"(?P<kind>counting) (?P<back>back) (?P<id>{ID})(?: in (?P<on>{ID}))? : (?P<squares>none|{SQUARES})"),
    re.compile(rf"(?P<kind>prices) (?P<back>back) (?P<id>{ID})(?: in (?P<on>{ID}))? : (?P<prices>none|{PRICES})"),
)


class Ungrammatical(Exception):
    """The text is no certificate, whether what it says is true or not."""


def need(condition: object, what: str) -> None:
    """Raise `Ungrammatical` unless the condition holds."""
    if not condition:
        raise Ungrammatical(what)


def words(text: str | None) -> list[int]:
    """Return the numbers of a text."""
    return [int(word) for word in (text or "").split()]


def read(text: str) -> None:
    """Raise `Ungrammatical` unless a text has the form of a certificate."""
    need(text.isascii() and text.endswith("\nend\n"), "plain ASCII, and the line end is the last one")
    _Text(iter(text.split("\n")[:-1])).read()


class _Text:
    def __init__(self, lines: Iterator[str]) -> None:
        self.lines = lines
        self.floor: set[int] = set()
        self.boxes = 0
        self.bounds: dict[int, bool] = {}  # the facts that bound pushes, and whether they are about play backwards
        self.grounds: set[int] = set()
        self.prices: dict[int, tuple[str | None, str | None]] = {}  # their boards and directions
        self.is_second_version = False
        self.last = 0

    def next(self) -> str:
        try:
            return next(self.lines)
        except StopIteration:
            raise Ungrammatical("the text ends too early") from None

    def read(self) -> None:
        first = self.next()
        need(re.fullmatch("sokospec certificate [12]", first), "the first line")
        self.is_second_version = first.endswith("2")
        claim = self.next()
        costs = 2 if TWO_COSTS.fullmatch(claim) else 1 if ONE_COST.fullmatch(claim) else 0
        need(costs or NO_COST.fullmatch(claim), f"the claim {claim!r}")
        self.level()
        if claim.startswith(("claim solved", "claim optimal")):
            need(re.fullmatch(r"solution [udlrUDLR]*", self.next()), "the solution")
        if claim == "claim solved":
            need(self.next() == "end", "a solution needs nothing else")
        else:
            way, pushes = self.next(), " moves" not in claim and costs < 2
            meets = MEETING.fullmatch(way)
            need(meets or way in ("forwards", "backwards"), "the direction")
            if meets:
                need(self.is_second_version and costs and not pushes, "a meeting where moves count")
                need(len(words(meets[1])) == costs, "the depth")
            balance = words(meets and f"{meets[2] or ''} {meets[3] or ''}")
            self.body(max(1, costs), backwards=way == "backwards", pushes=pushes, meets=bool(meets))
            for fact, back in zip(balance, (None, "back"), strict=False):
                need(fact in self.prices and self.prices[fact][1] == back, "prices for the balance")
        need(next(self.lines, None) is None, "text after the end")

    def level(self) -> None:
        size = re.fullmatch(rf"level ({ID}) ({ID})", self.next())
        need(size, "the size of the level")
        height, width = words(size and f"{size[1]} {size[2]}")
        need(height * width <= 65_536, "a level of 65,536 squares at most")
        rows = [self.next() for _ in range(height)]
        need(all(re.fullmatch(rf"[-#.$*@+]{{{width}}}", row) for row in rows), "the rows of the level")
        text = "".join(rows)
        self.floor = {i for i, symbol in enumerate(text) if symbol != "#"}
        self.boxes = text.count("$") + text.count("*")
        need(text.count("@") + text.count("+") == 1, "one player")
        need(self.boxes == len(re.findall(r"[.*+]", text)), "as many boxes as goals")

    def body(self, costs: int, *, backwards: bool, pushes: bool, meets: bool) -> None:
        named: list[tuple[int, bool]] = []
        starts, back, turned = 0, backwards, not meets
        while (line := self.next()) != "end":
            if start := START.fullmatch(line):
                starts += 1
                named += ((number, backwards) for number in words(start[1]))
            elif line == "backwards" and not turned:
                back = turned = True
            elif state := STATE.fullmatch(line):
                need(len(words(state[1])) == costs, f"the cost in {line!r}")
                self.state(words(state[2]), int(state[3]), line)
                need(set(words(state[5])) <= set(words(state[2])), f"closing boxes in {line!r}")
                need(pushes or not backwards, "backwards for pushes alone")
                need((pushes and not backwards) or state[5] is None, "closing boxes for pushes alone")
                named += ((number, back) for number in words(state[4]))
            else:
                self.fact(line)
        need(starts == 1, "one line start")
        need(all(self.bounds.get(number) == way for number, way in named), "facts of the direction")

    def state(self, boxes: list[int], player: int, line: str) -> None:
        need(len(boxes) == len(set(boxes)) == self.boxes, f"the boxes in {line!r}")
        need({*boxes, player} <= self.floor and player not in boxes, f"the squares in {line!r}")

    def fact(self, line: str) -> None:
        found = next(filter(None, (fact.fullmatch(line) for fact in FACTS)), None)
        need(found, f"the line {line!r}")
        parts = found.groupdict() if found else {}
        number = int(parts["id"])
        need(number > self.last, f"fact {number} after fact {self.last}")
        self.last = number
        need(parts.get("on") is None or int(parts["on"]) in self.grounds, "an earlier frozen fact or potential")
        need(all(self.bounds.get(other) is False for other in words(parts.get("by"))), "earlier facts")
        for pattern in [self.next() for _ in range(int(parts.get("lines") or 0))] + [parts.get("pattern")]:
            if pattern is not None:
                if parts["kind"] == "groups":
                    excess, _, pattern = pattern.partition(" : ")
                    need(re.fullmatch(rf"dead|{ID}", excess), f"the excess {excess!r}")
                match = PATTERN.fullmatch(pattern)
                need(parts["kind"] != "groups" or (match and " " in match[1]), "two boxes of a group")
                need(match, f"the pattern {pattern!r}")
                self.squares(words(match and f"{match[1]}"), line)
                need(match and int(match[2]) in self.floor - set(words(match[1])), f"the player of {pattern!r}")
        ground = parts.get("on"), (parts.get("back") or "").strip() or None
        if parts["kind"] == "groups":
            need(self.is_second_version and self.prices.get(int(parts["over"])) == ground, "the prices of groups")
        if parts["kind"] == "prices":
            self.prices[number] = ground
        if parts.get("squares") not in (None, "none"):
            self.squares(words(parts["squares"]), line)
        if parts["kind"] == "potential":
            need(self.is_second_version and len(words(parts["heights"])) <= len(self.floor), "the heights")
        if parts["kind"] in ("frozen", "potential"):
            self.grounds.add(number)
        else:
            self.bounds[number] = bool(parts.get("back"))

    def squares(self, listed: list[int], line: str) -> None:
        need(listed == sorted(set(listed)) and set(listed) <= self.floor, f"the squares of {line!r}")
