"""Sorting of patterns, and an index of groups by two of their boxes."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from sokosolve.kernel import entry, kernel
from sokoverify.kernel_arrays import INT32, INT64, MOST_WORK, Growing

_PIECE = 1 << 15


class Listed(NamedTuple):
    """Patterns or groups: number p has the boxes `members[member_at[p]:member_at[p + 1]]` in increasing order.

    Its region has the `words` words from p * words on; `excess` is that of a group.
    """

    member_at: INT64
    members: INT32
    regions: INT64
    excess: INT64


def sort_by_box(
    listed: Listed, order: INT64, at: int, look: Callable[[int], object], *, descending: bool = False
) -> INT64:
    """Sort patterns stably by box number `at`, which each of them has."""
    look(32 * len(order))
    # NumPy sorts 16 bits in linear time, and `head` admits at most 1 << 16 squares.
    boxes = listed.members[listed.member_at[order] + at].astype(np.uint16)
    sorted_order: INT64 = order[np.argsort(~boxes if descending else boxes, kind="stable")]
    return sorted_order


def _by_size(listed: Listed, look: Callable[[int], object]) -> list[INT64]:
    """Return the patterns of each size from 0 on."""
    look(32 * len(listed.member_at))
    sizes = np.diff(listed.member_at)
    return np.split(np.argsort(sizes, kind="stable"), np.cumsum(np.bincount(sizes))[:-1])


def order_of_choice(listed: Listed, look: Callable[[int], object]) -> INT64:
    """Sort groups by largest excess, then fewer boxes, then later last boxes."""
    by_size = _by_size(listed, look)
    for size, order in enumerate(by_size):
        for at in range(size if len(order) else 0):
            order = by_size[size] = sort_by_box(listed, order, at, look, descending=True)
    order = np.concatenate(by_size)
    sorted_order: INT64 = order[np.argsort(-listed.excess[order], kind="stable")]
    return sorted_order


def lexicographic_order(listed: Listed, look: Callable[[int], object]) -> INT64:
    """Sort patterns by their first boxes, then the second ones, and so on."""
    by_size = _by_size(listed, look)
    order = np.zeros(0, dtype=np.int64)
    for at in range(len(by_size) - 2, -1, -1):  # those with more boxes are in the order of the later ones
        order = sort_by_box(listed, np.concatenate((by_size[at + 1], order)), at, look)
    return order


@kernel
def _partner(listed: Listed, group: int, box: int) -> int:
    begin = listed.member_at[group]
    lowest = int(listed.members[begin])
    return int(listed.members[begin + 1]) if lowest == box else lowest


@entry
def _deal_by_partner(n: int, listed: Listed, order: INT64, starts: INT64, pairs: INT64, place: INT64) -> bool:
    """Write pairs of group and box (group * n + box) by partner, then by the groups' order; return if done."""
    work = 0
    while place[0] < len(order):
        if work >= MOST_WORK:
            return False
        group = order[place[0]]
        for each in range(listed.member_at[group], listed.member_at[group + 1]):
            box = int(listed.members[each])
            partner = _partner(listed, group, box)
            pairs[starts[partner]] = group * n + box
            starts[partner] += 1
            work += 1
        place[0] += 1
    return True


@entry
def _deal_by_box(n: int, pairs: INT64, starts: INT64, entries: INT64, place: INT64) -> bool:
    """Write pairs, from number `place[0]` on, to the next places of their boxes in `starts`."""
    end = min(len(pairs), place[0] + MOST_WORK)
    for each in range(place[0], end):
        box = pairs[each] % n
        entries[starts[box]] = pairs[each]
        starts[box] += 1
    place[0] = end
    return bool(end == len(pairs))


class PartnerList:
    """Groups by each of their boxes and its partner; `bounds.Facts` describes the arrays."""

    def __init__(self, n: int, look: Callable[[int], object]) -> None:
        """`look` is called with the number of bytes to be allocated next, and may raise `LimitReached`."""
        self._n, self._look = n, look
        self.row, self.partner = Growing(np.int64, look), Growing(np.int32, look)
        self.first, self.entries = Growing(np.int64, look), Growing(np.int64, look)
        for each in (self.row, self.first):
            each.add(np.zeros(1, dtype=np.int64))

    def add(self, listed: Listed, first: int) -> int:
        """Add groups, the first of which has the number `first`; return where their rows begin."""
        n, begin = self._n, self.entries.used
        self._deal(listed)
        keys, starts, before = list[INT64](), list[INT64](), -1
        for at in range(begin, self.entries.used, _PIECE):
            self._look(0)
            pairs = self.entries.array[at : min(at + _PIECE, self.entries.used)]
            group, box = np.divmod(pairs, n)
            lowest, second = (listed.members[listed.member_at[group] + place] for place in (0, 1))
            key = n * box + np.where(box == lowest, second, lowest)
            begins = np.flatnonzero(np.diff(key, prepend=before))
            keys.append(key[begins])
            starts.append(at + begins)
            before = key[-1]
            pairs[:] = first + group
        self._look(64 * sum(map(len, keys)))
        box, partner = np.divmod(np.concatenate(keys), n)
        counts = np.bincount(box, minlength=n)
        row = self.row.add(self.partner.used + np.append(np.zeros(1, dtype=np.int64), np.cumsum(counts)))
        self.partner.add(partner.astype(np.int32))
        self.first.used -= 1  # where these entries begin
        self.first.add(np.append(np.concatenate(starts), self.entries.used))
        return row

    def _deal(self, listed: Listed) -> None:
        """Append pairs of group and box (group * n + box) by box, then by partner, then in lexicographic order."""
        n, sizes = self._n, np.diff(listed.member_at)
        count = int(sizes.sum())
        self._look(24 * count)
        lowest, second = (listed.members[listed.member_at[:-1] + place] for place in (0, 1))
        of_partner = np.bincount(second, minlength=n) + np.bincount(lowest, sizes - 1, minlength=n).astype(np.int64)
        of_box = np.bincount(listed.members[listed.member_at[0] : listed.member_at[-1]], minlength=n)
        order, pairs = lexicographic_order(listed, self._look), np.empty(count, dtype=np.int64)
        place, starts = np.zeros(1, dtype=np.int64), np.cumsum(of_partner) - of_partner
        while not _deal_by_partner.compiled(n, listed, order, starts, pairs, place):
            self._look(0)
        self.entries.reserve(count)
        place, starts = np.zeros(1, dtype=np.int64), self.entries.used + np.cumsum(of_box) - of_box
        while not _deal_by_box.compiled(n, pairs, starts, self.entries.array, place):
            self._look(0)
        self.entries.used += count
