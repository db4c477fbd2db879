"""Excess of boxes by patterns that are proved, and by the tables of groups together.

It takes one of them, then others that share no box with those taken, largest excess first. So checkers compare a group
with the groups after a push (`sokospec.certificates.groups`); each may be the first one.
"""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

import numpy as np

from sokosolve.bounds.box_groups import LARGEST
from sokosolve.bounds.group_excess import find_all_groups
from sokosolve.kernel import kernel, step
from sokosolve.level.arrays import INT32, INT32_2D, INT64, UINT64
from sokosolve.level.world import GroupChoice, Scratch, World
from sokosolve.search.columns import NOBODY

NEVER = 1 << 30
"""Excess of what has no solution."""


class Node(IntEnum):
    """Columns of a node of the trie, which stands for some squares; the first node is the root."""

    SQUARE = 0  # the last one
    PARENT = 1  # the node of the squares before
    CHILD = 2  # a node with one square more
    SIBLING = 3  # another child of the parent
    PATTERN = 4  # a pattern with these squares


class Entry(IntEnum):
    """Columns of a pattern."""

    EXCESS = 0
    FIRST = 1  # the first square of the player's region
    NODE = 2  # of its squares
    NEXT = 3  # another pattern with the same squares


class TrieCount(IntEnum):
    """Counts of a trie."""

    NODES = 0
    PATTERNS = 1


class Patterns(NamedTuple):
    """Patterns in a trie of their squares; `region` has `words` words each, a bit for each square of the player."""

    words: int
    nodes: INT32_2D
    of: INT32_2D
    region: UINT64
    counts: INT64


class ChoiceCount(IntEnum):
    """Counts of what fits."""

    FOUND = 0
    CHOSEN = 1


class Choice(NamedTuple):
    """Groups of the tables, and patterns, that fit the boxes at hand, largest excess first, and the `chosen` ones.

    `mask` has a bit for each box, `pattern` the pattern's number or NOBODY. The others are working memory: for each
    square its box's place and one, and the nodes and masks on the way through the trie.
    """

    excess: INT32
    size: INT32
    mask: UINT64
    pattern: INT32
    chosen: INT32
    counts: INT64
    place: INT32
    way: INT32
    masks: UINT64


@step
def bit(i: int) -> np.uint64:
    return np.uint64(1) << np.uint64(i)


@kernel
def _insert(fitting: Choice, excess: int, size: int, mask: np.uint64, pattern: int) -> None:
    """Insert what fits in the checkers' order: largest excess first, then few boxes, then late ones."""
    found = int(fitting.counts[ChoiceCount.FOUND])
    place = found
    if found == fitting.excess.size:
        place -= 1
        if fitting.excess[place] >= excess:
            return
    else:
        fitting.counts[ChoiceCount.FOUND] += 1
    while place > 0:
        before = place - 1
        if fitting.excess[before] != excess:
            is_before = fitting.excess[before] > excess
        elif fitting.size[before] != size:
            is_before = fitting.size[before] < size
        else:
            is_before = fitting.mask[before] > mask
        if is_before:
            break
        fitting.excess[place] = fitting.excess[before]
        fitting.size[place] = fitting.size[before]
        fitting.mask[place] = fitting.mask[before]
        fitting.pattern[place] = fitting.pattern[before]
        place = before
    fitting.excess[place] = excess
    fitting.size[place] = size
    fitting.mask[place] = mask
    fitting.pattern[place] = pattern


@step
def _choose_only(fitting: Choice, mask: np.uint64, pattern: int) -> int:
    fitting.counts[ChoiceCount.FOUND] = 0
    _insert(fitting, NEVER, 0, mask, pattern)
    fitting.chosen[0] = 0
    fitting.counts[ChoiceCount.CHOSEN] = 1
    return NEVER


@step
def _mask_of(choice: GroupChoice, group: int) -> np.uint64:
    mask = np.uint64(0)
    for which in range(LARGEST * group, LARGEST * group + choice.size[group]):
        mask |= bit(choice.members[which])
    return mask


@step
def _has_square(region: UINT64, words: int, row: int, square: int) -> bool:
    return bool(region[row * words + (square >> 6)] & bit(square & 63) != np.uint64(0))


@kernel
def _find_patterns(patterns: Patterns, fitting: Choice, player: int) -> int:
    """Insert the patterns whose boxes and player are among those at hand; return a dead one, or NOBODY."""
    nodes, way, masks = patterns.nodes, fitting.way, fitting.masks
    way[0] = nodes[0, Node.CHILD]
    masks[0] = np.uint64(0)
    depth = 0
    while depth >= 0:
        node = way[depth]
        if node == NOBODY:
            depth -= 1
            if depth >= 0:
                way[depth] = nodes[way[depth], Node.SIBLING]
            continue
        place = fitting.place[nodes[node, Node.SQUARE]]
        if place == 0:
            way[depth] = nodes[node, Node.SIBLING]
            continue
        mask = masks[depth] | bit(place - 1)
        row = nodes[node, Node.PATTERN]
        depth += 1
        while row != NOBODY:
            if _has_square(patterns.region, patterns.words, row, player):
                if patterns.of[row, Entry.EXCESS] == NEVER:
                    _choose_only(fitting, mask, row)
                    return int(row)
                _insert(fitting, int(patterns.of[row, Entry.EXCESS]), depth, mask, int(row))
            row = patterns.of[row, Entry.NEXT]
        way[depth] = nodes[node, Node.CHILD]
        masks[depth] = mask
    return NOBODY


@kernel
def _choose_after(fitting: Choice, first: int) -> int:
    """Return the greedy sum after one of those that fit; sets `chosen`."""
    taken, total, count = fitting.mask[first], int(fitting.excess[first]), 1
    fitting.chosen[0] = first
    for other in range(fitting.counts[ChoiceCount.FOUND]):
        if taken & fitting.mask[other] == np.uint64(0):
            taken |= fitting.mask[other]
            total += int(fitting.excess[other])
            fitting.chosen[count] = other
            count += 1
    fitting.counts[ChoiceCount.CHOSEN] = count
    return total


@kernel
def find_excess(
    world: World, scratch: Scratch, patterns: Patterns, fitting: Choice, k: int, player: int, wanted: int
) -> int:
    """Return the largest excess of the first `k` boxes, or one above `wanted`, and set what is chosen for it.

    It is NEVER with a dead group or pattern.
    """
    found = find_all_groups(world, scratch, k, player)
    choice, counts = scratch.groups, fitting.counts
    counts[ChoiceCount.FOUND] = 0
    counts[ChoiceCount.CHOSEN] = 0
    if found < 0:
        mask = np.uint64(0)
        for which in range(-found):
            mask |= bit(choice.turn[which])
        return _choose_only(fitting, mask, NOBODY)
    for group in range(found):
        _insert(fitting, int(choice.excess[group]), int(choice.size[group]), _mask_of(choice, group), NOBODY)
    for i in range(k):
        fitting.place[scratch.boxes[i]] = i + 1
    dead = _find_patterns(patterns, fitting, player)
    for i in range(k):
        fitting.place[scratch.boxes[i]] = 0
    if dead != NOBODY:
        return NEVER
    best, best_first = 0, NOBODY
    for first in range(counts[ChoiceCount.FOUND]):
        total = _choose_after(fitting, first)
        if total > best:
            best, best_first = total, first
            if total > wanted:
                return best
    if best_first != NOBODY:
        _choose_after(fitting, best_first)
    return best


@step
def _child_of(patterns: Patterns, parent: int, square: int) -> int:
    """Return the node with one square more, which is new if it has to be."""
    nodes = patterns.nodes
    node = int(nodes[parent, Node.CHILD])
    while node != NOBODY and nodes[node, Node.SQUARE] != square:
        node = int(nodes[node, Node.SIBLING])
    if node == NOBODY:
        node = int(patterns.counts[TrieCount.NODES])
        patterns.counts[TrieCount.NODES] += 1
        nodes[node, Node.SQUARE] = square
        nodes[node, Node.PARENT] = parent
        nodes[node, Node.CHILD] = NOBODY
        nodes[node, Node.SIBLING] = nodes[parent, Node.CHILD]
        nodes[node, Node.PATTERN] = NOBODY
        nodes[parent, Node.CHILD] = node
    return node


@kernel
def enter_pattern(world: World, scratch: Scratch, patterns: Patterns, k: int, stamp: int, excess: int) -> None:
    """Enter the first `k` boxes, with the squares that `flood.mark_after` stamps as the player's region."""
    node = 0
    for i in range(k):
        node = _child_of(patterns, node, int(scratch.boxes[i]))
    row = int(patterns.counts[TrieCount.PATTERNS])
    patterns.counts[TrieCount.PATTERNS] += 1
    first = NOBODY
    for word in range(patterns.words):
        patterns.region[row * patterns.words + word] = np.uint64(0)
    for square in range(world.floor.n):
        if scratch.flood.mark_after[square] == stamp:
            patterns.region[row * patterns.words + (square >> 6)] |= bit(square & 63)
            if first == NOBODY:
                first = square
    patterns.of[row, Entry.EXCESS] = excess
    patterns.of[row, Entry.FIRST] = first
    patterns.of[row, Entry.NODE] = node
    patterns.of[row, Entry.NEXT] = patterns.nodes[node, Node.PATTERN]
    patterns.nodes[node, Node.PATTERN] = row


@kernel
def place_pattern(scratch: Scratch, patterns: Patterns, row: int) -> int:
    """Place the boxes of a pattern in row order; return their number."""
    node, size = int(patterns.of[row, Entry.NODE]), 0
    while node != 0:
        scratch.boxes[size] = patterns.nodes[node, Node.SQUARE]
        size += 1
        node = int(patterns.nodes[node, Node.PARENT])
    for i in range(size >> 1):
        scratch.boxes[i], scratch.boxes[size - 1 - i] = scratch.boxes[size - 1 - i], scratch.boxes[i]
    return size
