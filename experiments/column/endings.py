"""Beginnings of words, which endings follow them, and the automaton that tells apart what has other endings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
from numba import njit

from column.states import ROOM, Ints, Words
from sokoproof.theorems.column_words import Letters, RoomLetter


@njit(cache=True)
def mixed(one: Ints, two: Words, three: Ints) -> Words:
    """Return a hash of each triple."""
    out = np.empty(len(one), dtype=np.uint64)
    for i in range(len(one)):
        value = np.uint64(one[i]) * np.uint64(0x9E3779B97F4A7C15) + np.uint64(0x165667B19E3779F9)
        for more in (two[i], np.uint64(three[i])):
            value = (value ^ value >> np.uint64(29)) * np.uint64(0xBF58476D1CE4E5B9) + more
            value = (value ^ value >> np.uint64(32)) * np.uint64(0x94D049BB133111EB)
        out[i] = value ^ value >> np.uint64(29)
    return out


class Endings(NamedTuple):
    """For all beginnings of a length: their keys, sorted; a hash of the endings that follow; the least pushes left."""

    keys: Ints
    hashes: Words
    least: Ints


def _grouped(keys: Ints, letters: Ints, hashes: Words, left: Ints) -> Endings:
    order = np.argsort(keys, kind="stable")
    keys, left = keys[order], left[order]
    first = np.flatnonzero(np.r_[True, keys[1:] != keys[:-1]])
    least = np.minimum.reduceat(left, first)
    more = left - np.repeat(least, np.diff(np.r_[first, len(keys)]))
    return Endings(keys[first], np.add.reduceat(mixed(letters[order], hashes[order], more), first), least)


@dataclass
class Seen:
    """What has been seen of sizes, by the shaft's rows: endings of beginnings of each length, and all words."""

    endings: dict[int, list[Endings]] = field(default_factory=dict)
    words: dict[int, tuple[Ints, Ints, Ints]] = field(default_factory=dict)

    def add(self, height: int, words: Ints, left: Ints) -> None:
        """Add the words of a size, boxes and player, with their pushes left."""
        boxes, player = words >> 6, words & 63
        row = height - 1 - (player - ROOM) // 3
        in_shaft = np.where(player < ROOM, 0, 1 + 3 * row + (player - ROOM) % 3)
        keys = boxes >> ROOM << 6 | in_shaft
        letters = (boxes & (1 << ROOM) - 1) << 6 | np.where(player < ROOM, player + 1, 0)
        order = np.argsort(keys, kind="stable")
        self.words[height] = keys[order], letters[order], left[order]
        found = _grouped(keys, letters, np.zeros(len(keys), dtype=np.uint64), left)
        rows = [found]
        for above in range(height - 1, -1, -1):
            player = found.keys & 63
            here = (player > 0) & ((player - 1) // 3 == above)
            letter = (found.keys >> 6 & 7) << 2 | np.where(here, (player - 1) % 3 + 1, 0)
            found = _grouped(found.keys >> 9 << 6 | np.where(here, 0, player), letter, found.hashes, found.least)
            rows.append(found)
        self.endings[height] = rows[::-1]

    def after(self, letters: Letters) -> dict[int, tuple[int, int] | None]:
        """Return, by rows left, the hash of what follows a beginning and its least pushes left; None if nothing."""
        found: dict[int, tuple[int, int] | None] = {}
        for height, rows in self.endings.items():
            if height >= len(letters):
                endings, key = rows[len(letters)], _key(letters)
                i = int(np.searchsorted(endings.keys, key))
                there = i < len(endings.keys) and endings.keys[i] == key
                found[height - len(letters)] = (int(endings.hashes[i]), int(endings.least[i])) if there else None
        return found

    def rooms(self, letters: Letters) -> dict[RoomLetter, int]:
        """Return the room letters that end a word there, with their pushes left."""
        if len(letters) not in self.words:
            return {}
        keys, rooms, left = self.words[len(letters)]
        first, last = np.searchsorted(keys, [_key(letters), _key(letters) + 1])
        return {
            RoomLetter(int(room) >> 6, int(room) & 63): int(pushes)
            for room, pushes in zip(rooms[first:last], left[first:last], strict=True)
        }


def _key(letters: Letters) -> int:
    boxes = player = 0
    for row, letter in enumerate(letters):
        boxes = boxes << 3 | letter >> 2
        if letter & 3:
            player = 3 * row + (letter & 3)
    return boxes << 6 | player


class Learned(NamedTuple):
    """The states of an automaton: a beginning that leads to each, what was seen after it, and the transitions."""

    beginnings: list[Letters]
    seen: list[dict[int, tuple[int, int] | None]]
    following: list[dict[int, int]]


def learned(seen: Seen) -> Learned:
    """Return the automaton of what was seen: shortest beginnings first, one state for those with the same endings."""
    found = Learned([()], [seen.after(())], [])
    letters = [boxes << 2 | player for boxes in range(8) for player in range(4)]
    for beginning in found.beginnings:
        here: dict[int, int] = {}
        for letter in letters if len(beginning) < max(seen.endings) else ():
            longer = (*beginning, letter)
            after = seen.after(longer)
            two_players = letter & 3 and any(earlier & 3 for earlier in beginning)
            if two_players or not any(after.values()):
                continue
            same = [i for i, other in enumerate(found.seen) if _agree(after, other)]
            if len(same) > 1:
                raise SystemExit(f"{longer} was seen with too few rows to tell which state it is; raise --sizes")
            if not same:
                found.beginnings.append(longer)
                found.seen.append(after)
            here[letter] = same[0] if same else len(found.seen) - 1
        found.following.append(here)
    return found


def _agree(one: Mapping[int, tuple[int, int] | None], other: Mapping[int, tuple[int, int] | None]) -> bool:
    """Return whether the same endings follow, for all numbers of rows that both were seen with, if there are any."""
    common = one.keys() & other.keys()
    hashes = ((None if (a := one[r]) is None else a[0], None if (b := other[r]) is None else b[0]) for r in common)
    return bool(common) and all(a == b for a, b in hashes)
