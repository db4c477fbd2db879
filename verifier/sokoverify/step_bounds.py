"""Bounds of the state after a step, by the prices and groups that its line cites."""

from __future__ import annotations

from enum import IntEnum

from sokosolve.kernel import kernel
from sokoverify.bounds import (
    COUNT,
    EFFORT,
    SORTING,
    WORK,
    FactColumn,
    FactKind,
    excess_of_state,
    groups_of,
    groups_with,
    of_player,
    put_in_order,
)
from sokoverify.grounds import is_whole, node
from sokoverify.kernel_arrays import INFINITE, INT64, NO_WAY
from sokoverify.state_table import Line, Play, World


class Known(IntEnum):
    """Places in `known`, which describes the state whose steps are checked."""

    HASH = 0  # without the player
    KEPT = 1  # the fact whose groups are stored, or -1
    BLACK = 2  # boxes on black squares
    COST_AFTER = 3  # a step
    SECOND_AFTER = 4  # a step


@kernel
def is_reached(world: World, fact: int, least: int, black: int, known: INT64) -> bool:
    """Tell whether a bound by a fact brings a state to the claimed cost.

    Pushes are rounded up to the possible parity, as each changes the colour of a box's square. At least half of the
    remaining moves are pushes; moves before a state may all be walk.
    """
    if least >= INFINITE:
        return True
    play = world.play
    if world.grounds.of_moves[world.facts.of[fact, FactColumn.GROUND]] == 1:
        pushes = 0 if play.backwards == 1 else (least + 1) // 2
        cost = known[Known.COST_AFTER] + least * play.move + pushes * (play.push - play.move)
        second = known[Known.SECOND_AFTER] + least * play.move_second + pushes * (play.push_second - play.move_second)
        return not _is_less(cost, second, play)
    pushes = least + ((least + black + play.black) & 1)
    cost = known[Known.COST_AFTER] + pushes * play.push
    return not _is_less(cost, known[Known.SECOND_AFTER] + pushes * play.push_second, play)


@kernel
def _is_less(cost: int, second: int, play: Play) -> bool:
    """Tell whether a cost is less than the claimed one; true if none is claimed."""
    return bool(play.endless == 1 or cost < play.limit or (cost == play.limit and second < play.limit_second))


@kernel
def is_simple(world: World, fact: int) -> bool:
    """Tell whether a fact is prices or groups on the whole board."""
    kind = world.facts.of[fact, FactColumn.KIND]
    return bool(
        is_whole(world.grounds, world.facts.of[fact, FactColumn.GROUND]) and kind in (FactKind.PRICES, FactKind.GROUPS)
    )


@kernel
def _prices_of(world: World, fact: int) -> int:
    return int(
        world.facts.of[fact, FactColumn.RESTS_ON] if world.facts.of[fact, FactColumn.KIND] == FactKind.GROUPS else fact
    )


@kernel
def sum_up(world: World, line: INT64, player: int, known: INT64) -> None:
    """Sum the reduced distances of the boxes of a state for each simple cited fact."""
    facts = world.facts
    choice = world.choice
    room = world.room
    for place in range(line[Line.CITED]):
        if is_simple(world, choice.cited[place]):
            prices = _prices_of(world, choice.cited[place])
            total = facts.of[prices, FactColumn.TOTAL]
            lost = 0
            choice.stamp[WORK] += line[Line.BOXES]
            for each in range(line[Line.BOXES]):
                way = facts.ways[facts.of[prices, FactColumn.TABLE] + node(world.grounds, 0, room.boxes[each], player)]
                if way == NO_WAY:
                    lost += 1
                else:
                    total += way
            choice.alone[place] = total
            choice.lost[place] = lost
    known[Known.KEPT] = -1


@kernel
def alone_after(world: World, place: int, before: int, after: int, player: int) -> int:
    """Return the sum of reduced distances after a box has moved between nodes."""
    facts = world.facts
    prices = _prices_of(world, world.choice.cited[place])
    table = facts.of[prices, FactColumn.TABLE]
    old = facts.ways[table + before]
    new = facts.ways[table + after]
    lost = world.choice.lost[place]
    total = world.choice.alone[place]
    if old == NO_WAY:
        lost -= 1
    else:
        total -= old
    if new == NO_WAY or lost > 0:
        return INFINITE
    return int(total + new + of_player(facts, world.grounds, prices, player))


@kernel
def keep_groups(world: World, line: INT64, fact: int, known: INT64) -> None:
    """Store the groups of a fact in the state, whose boxes are `occupied`."""
    choice = world.choice
    if known[Known.KEPT] != fact:
        room = world.room
        player = line[Line.PLAYER]
        groups_of(world.facts, world.grounds, fact, room.boxes, line[Line.BOXES], room.occupied, player, choice.kept)
        choice.stamp[WORK] += choice.kept[len(choice.kept) + EFFORT]
        known[Known.KEPT] = fact


@kernel
def excess_after(world: World, fact: int, box: int, landing: int, player: int) -> int:
    """Return the excess after a box has moved to its landing, which is `occupied` already.

    Groups without the box are those of the state before, as the player stays on the same side of them.
    """
    facts = world.facts
    choice = world.choice
    found = choice.found
    last = len(found)
    found[last + COUNT] = 0
    found[last + EFFORT] = 0
    groups_with(facts, world.grounds, fact, landing, world.room.occupied, player, 0, found)
    fresh = found[last + COUNT]
    put_in_order(found, 0, fresh)
    staying = 0
    kept = choice.kept[last + COUNT]
    choice.stamp[WORK] += found[last + EFFORT] + kept + fresh * SORTING
    for place in range(kept):
        if _has(world, choice.kept[place], box):
            continue
        staying += 1
    total = fresh + staying
    at = total - 1
    mine = fresh - 1
    for back in range(kept):
        group = choice.kept[kept - 1 - back]
        if _has(world, group, box):
            continue
        while mine >= 0 and found[mine] > group:
            found[at] = found[mine]
            at -= 1
            mine -= 1
        found[at] = group
        at -= 1
    return excess_of_state(facts, choice, total)


@kernel
def _has(world: World, group: int, box: int) -> bool:
    facts = world.facts
    for each in range(facts.member_at[group], facts.member_at[group + 1]):
        if facts.members[each] == box:
            return True
    return False
