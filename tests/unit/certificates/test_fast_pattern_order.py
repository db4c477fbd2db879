"""The index of the fast checker lists each group under each of its boxes and the partner, fact by fact."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from sokoverify import pattern_order
from sokoverify.pattern_order import Listed, PartnerList

Facts = list[list[list[int]]]
"""For each fact its groups, as increasing boxes."""


def listed(facts: Facts, fact: int) -> Listed:
    """Return the groups of a fact, in the arrays of all facts."""
    sizes = [len(group) for groups in facts for group in groups]
    member_at = np.cumsum([0, *sizes])
    first = sum(map(len, facts[:fact]))
    members = np.array([box for groups in facts for group in groups for box in group], dtype=np.int32)
    begins = member_at[first : first + len(facts[fact]) + 1]
    return Listed(begins, members, np.zeros(0, np.int64), np.zeros(len(facts[fact]), np.int64))


def entries_of(index: PartnerList, row: int, box: int) -> dict[int, list[int]]:
    """Return the groups of a box by partner."""
    begin, end = index.row.array[row + box : row + box + 2].tolist()
    return {
        int(index.partner.array[at]): index.entries.array[index.first.array[at] : index.first.array[at + 1]].tolist()
        for at in range(begin, end)
    }


@pytest.mark.parametrize("piece", [1, 2, 7, 1 << 15])
def test_groups_are_listed_by_box_and_partner(piece: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pattern_order, "_PIECE", piece)
    rng = Random(piece)
    for _ in range(40):
        n = rng.randrange(6, 20)
        facts = [
            [sorted(rng.sample(range(n), rng.randrange(2, 6))) for _ in range(rng.randrange(1, 40))]
            for _ in range(rng.randrange(1, 4))
        ]
        index, first = PartnerList(n, lambda _: None), 5
        rows = []
        for fact, groups in enumerate(facts):
            rows.append((index.add(listed(facts, fact), first), first, groups))
            first += len(groups)
        for row, number, groups in rows:
            for box in range(n):
                wanted: dict[int, list[int]] = {}
                for group in sorted(range(len(groups)), key=lambda group: (groups[group], group)):
                    if box in groups[group]:
                        partner = next(other for other in groups[group] if other != box)
                        wanted.setdefault(partner, []).append(number + group)
                assert entries_of(index, row, box) == wanted
                assert list(entries_of(index, row, box)) == sorted(wanted)
