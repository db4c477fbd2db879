"""Changes of a certificate's form, most of them such that it would say the same if it were read loosely."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from random import Random

from corrupted.corrupt import Change
from sokogen.draws import below

Lines = list[str]


def _replace(rng: Random, lines: Lines, pattern: str, new: Callable[[re.Match[str]], str]) -> None:
    there = [(i, match) for i, line in enumerate(lines) for match in re.finditer(pattern, line)]
    if there:
        i, match = there[below(rng, len(there))]
        lines[i] = lines[i][: match.start()] + new(match) + lines[i][match.end() :]


def other_number(rng: Random, lines: Lines, other: Lines) -> None:
    """Write a number in another way."""
    ways = ("0{}", "+{}", "{}.0", "-0", " {}", "{} ", "{}_0", "\u0661", "1000000000")
    _replace(rng, lines, r"\d+", lambda match: ways[below(rng, len(ways))].format(match[0]))


def other_space(rng: Random, lines: Lines, other: Lines) -> None:
    """Have another space between two words."""
    ways = ("\t", "  ", "", "\u00a0", ",")
    _replace(rng, lines, " ", lambda _: ways[below(rng, len(ways))])


def other_word(rng: Random, lines: Lines, other: Lines) -> None:
    """Have a word in capitals, twice, with something after it, or another one of the format."""
    ways = ("back", "by 1", "in 1", "none", "start", "forwards", "backwards", "end")

    def changed(match: re.Match[str]) -> str:
        sort = rng.random()
        word = ways[below(rng, len(ways))]
        return match[0].upper() if sort < 0.3 else f"{match[0]} {word}" if sort < 0.7 else word

    _replace(rng, lines, r"[a-z]+\b", changed)


def other_order(rng: Random, lines: Lines, other: Lines) -> None:
    """Exchange two numbers beside each other, or have one twice."""
    both = rng.random() < 0.5
    _replace(rng, lines, r"(\d+) (\d+)", lambda match: f"{match[2]} {match[1]}" if both else f"{match[1]} {match[1]}")


def more_after_a_line(rng: Random, lines: Lines, other: Lines) -> None:
    """Have something after the end of a line, often of the one with most parts."""
    i = below(rng, len(lines))
    if rng.random() < 0.5:
        i = max(range(i, len(lines)), key=lambda at: lines[at].count(" : "))
    numbers = re.findall(r"\d+", lines[i]) or ["1"]
    number = numbers[below(rng, len(numbers))]
    ways = (" ", "\r", f" : {number}", f" {number}", " # a remark", "\x00", " by 1")
    lines[i] += ways[below(rng, len(ways))]


def state_at_great_cost(rng: Random, lines: Lines, other: Lines) -> None:
    """Have one state more, with something amiss, whose cost is so great that nothing that follows it matters."""
    there = [line for line in lines if re.match(r"\d[\d ]* : .* @ ", line)]
    if there:
        line = max(there[below(rng, len(there)) :], key=lambda line: line.count(" : "))
        cost, places, *rest = line.split(" : ")
        boxes, _, player = places.partition(" @ ")
        numbers = re.findall(r"(?<= )\d+", "\n".join(there))
        some = numbers[below(rng, len(numbers))]
        names = [*boxes.split(" ")[1:], numbers[below(rng, len(numbers))]]
        cost = " ".join("900000000" for _ in cost.split(" "))
        amiss = below(rng, 8)
        names = {0: names[1:], 1: [*names, some], 2: [*names, names[0]]}.get(amiss, names)
        player = {3: some, 4: f"{player} {some}", 5: names[0] if names else some}.get(amiss, player)
        more = [cost, f"{' '.join(names)} @ {player}", *rest]
        more = {6: [f"{cost} 1", *more[1:]], 7: [*more[:3], " ".join(names), some]}.get(amiss, more)
        lines.insert(lines.index(line), " : ".join(more))


def other_ground(rng: Random, lines: Lines, other: Lines) -> None:
    """Have a fact rest on another one, be about its board, or about the other direction."""
    kinds = "^(patterns|frozen|counting|prices)"
    if rng.random() < 0.4:
        _replace(rng, lines, rf"{kinds}\b", lambda match: f"{match[0]} back")
    else:
        word, number = ("by", "in")[below(rng, 2)], 1 + below(rng, 4)
        _replace(rng, lines, rf"{kinds}[^:]*(?= :)", lambda match: f"{match[0]} {word} {number}")


def another_line(rng: Random, lines: Lines, other: Lines) -> None:
    """Have a line more: one that is there or in another certificate, an empty one, a remark, a second start, a fact."""
    some = [source[below(rng, len(source))] for source in (lines, other, other)]
    ways = (*some, "", "# a remark", "start", "end", "prices 1 : 0", "solution ", "0 : 1 @ 2")
    at = below(rng, len(lines) + 1)
    lines.insert(at if rng.random() < 0.5 else len(lines) - 1, ways[below(rng, len(ways))])


def other_head(rng: Random, lines: Lines, other: Lines) -> None:
    """Have another first line, another square of the level, or a row more or less."""
    sort = rng.random()
    rows = [i for i, line in enumerate(lines) if line.startswith("#")]
    if sort < 0.2 or not rows:
        lines[0] = ("sokospec certificate 2", "sokospec certificate", "certificate 1")[below(rng, 3)]
    elif sort < 0.4:
        del lines[rows[below(rng, len(rows))]]
    else:
        i = rows[below(rng, len(rows))]
        at = below(rng, len(lines[i]))
        lines[i] = lines[i][:at] + "#-.$*@+ _p"[below(rng, 10)] + lines[i][at + (rng.random() < 0.7) :]


def other_groups(rng: Random, lines: Lines, other: Lines) -> None:
    """Have groups in the first version, a group that needs nothing more, or one of a single box."""
    if not any(line.startswith("groups") for line in lines):
        lines[:] = other
    first = [i + 1 for i, line in enumerate(lines[:-1]) if line.startswith("groups")]
    if not first:
        return
    sort, at = below(rng, 3), first[below(rng, len(first))]
    excess, _, group = lines[at].partition(" : ")
    if sort == 0:
        lines[0] = "sokospec certificate 1"
    elif sort == 1:
        lines[at] = f"0 : {group}"
    else:
        lines[at] = f"{excess} : {group.partition(' ')[2]}"


def no_last_line(rng: Random, lines: Lines, other: Lines) -> None:
    """Leave the last lines out."""
    del lines[-1 - below(rng, 3) :]


CHANGES_OF_FORM: tuple[Change, ...] = (
    other_number,
    other_number,
    other_space,
    other_word,
    other_order,
    state_at_great_cost,
    state_at_great_cost,
    state_at_great_cost,
    other_ground,
    more_after_a_line,
    another_line,
    other_head,
    other_groups,
    other_groups,
    other_groups,
    no_last_line,
)


class Fickle(io.BytesIO):
    """A file that is another one from a certain time on that it is read from the beginning."""

    def __init__(self, first: bytes, then: bytes, turn: int) -> None:
        """Keep the second text for later."""
        super().__init__(first)
        self._then, self._turn = then, turn

    def seek(self, at: int, whence: int = 0) -> int:
        """Go to a place, of the other file perhaps."""
        self._turn -= 1
        if self._turn == 0:
            super().seek(0)
            self.truncate()
            self.write(self._then)
        return super().seek(at, whence)
