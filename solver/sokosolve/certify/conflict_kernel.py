"""Search that learns from conflicts: why a state's slack does not suffice, as a pattern of few boxes.

The slack is what may be spent beyond the prices. A state is *refuted* if it needs more. Only some boxes are *active*,
at first one. Others join that are in the way of its pushes, or without which a state after a push is not refuted. When
each push of active boxes spends too much, or leads to a refuted state, these boxes are a pattern. It holds whatever
else stands on the board. So the order in which boxes far from each other are pushed does not matter. Groups that share
no box with the active ones pay for themselves.

Learning from conflicts in a search of states: Steinmetz and Hoffmann 2017. Pushes of few boxes that stand for all: the
stubborn sets of Valmari 1989.
"""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from sokosolve.certify.conflict_way import (
    NO_PRICE,
    Conflicts,
    Frame,
    Progress,
    flood_active,
    mark_set,
    need_with,
    place_set,
    slack_for,
    square_after,
)
from sokosolve.certify.pattern_kernel import NEVER, ChoiceCount, TrieCount, bit, enter_pattern, find_excess
from sokosolve.kernel import entry, kernel, step
from sokosolve.level.reach import reach
from sokosolve.level.world import Scratch, World
from sokosolve.search.columns import NOBODY


class Phase(IntEnum):
    """Phases of a search."""

    LOOK = 0  # at a new state
    PUSH = 1  # active boxes of the state at hand
    RETURN = 2  # from a state that is refuted to the one before
    STOP = 3  # nothing: the state is solved, or reasons do not suffice


class Ending(IntEnum):
    """Why a search ends, or pauses."""

    UNFINISHED = 0
    CROWDED = 1  # there is no room for another pattern
    GIVEN_UP = 2
    REFUTED = 3
    SOLVED = 4


@step
def _boxes_of(search: Conflicts, mask: np.uint64, k: int) -> np.uint64:
    """Return the boxes at some places of `scratch.boxes`."""
    boxes = np.uint64(0)
    for place in range(k):
        if mask & bit(place) != np.uint64(0):
            boxes |= bit(search.box_at[place])
    return boxes


@kernel
def _activate(search: Conflicts, depth: int, boxes: np.uint64) -> bool:
    """Make boxes active, and all of each group that they touch; return whether one is new."""
    way = search.way
    before = way.active[depth]
    wanted = boxes & ~before
    while wanted != np.uint64(0):
        for box in range(way.squares.shape[1]):
            if wanted & bit(box) != np.uint64(0):
                way.order[depth, way.of[depth, Frame.ACTIVE]] = box
                way.of[depth, Frame.ACTIVE] += 1
        way.active[depth] |= wanted
        wanted = np.uint64(0)
        for group in range(way.of[depth, Frame.GROUPS]):
            if way.groups[depth, group] & way.active[depth] != np.uint64(0):
                wanted |= way.groups[depth, group] & ~way.active[depth]
    if way.active[depth] == before:
        return False
    way.of[depth, Frame.CANDIDATE] = 0
    way.of[depth, Frame.LEAST] = NEVER
    return True


@kernel
def _activate_next(search: Conflicts, depth: int) -> bool:
    """Make another box active, as in the state before, else that of the latest conflict; return whether any is left."""
    way = search.way
    if depth > 0:
        for place in range(way.of[depth - 1, Frame.ACTIVE]):
            box = way.order[depth - 1, place]
            if way.squares[depth, box] != NOBODY and _activate(search, depth, bit(box)):
                return True
    elif _activate(search, depth, bit(int(search.counts[Progress.SEED]))):
        return True
    latest = NOBODY
    for box in range(way.squares.shape[1]):
        is_waiting = way.squares[depth, box] != NOBODY and way.active[depth] & bit(box) == np.uint64(0)
        if is_waiting and (latest == NOBODY or search.last[box] > search.last[latest]):
            latest = box
    return latest != NOBODY and _activate(search, depth, bit(latest))


@step
def _slack_of_active(search: Conflicts, depth: int) -> int:
    """Return the slack that groups without active boxes leave."""
    way = search.way
    slack = int(way.of[depth, Frame.SLACK])
    for group in range(way.of[depth, Frame.GROUPS]):
        if way.groups[depth, group] & way.active[depth] == np.uint64(0):
            slack -= int(way.paid[depth, group])
    return slack


@kernel
def _look_at(world: World, scratch: Scratch, search: Conflicts, depth: int) -> bool:
    """Return whether a new state is refuted at once, with the reasons; if not, its groups are stored."""
    way, fitting = search.way, search.fitting
    slack, player = int(way.of[depth, Frame.SLACK]), int(way.of[depth, Frame.PLAYER])
    k = place_set(scratch, search, depth, ~np.uint64(0), NOBODY, NOBODY)
    excess = find_excess(world, scratch, search.patterns, fitting, k, player, slack)
    count = int(fitting.counts[ChoiceCount.CHOSEN])
    if excess > slack:
        for which in range(count):
            search.reasons[which] = _boxes_of(search, fitting.mask[fitting.chosen[which]], k)
        search.counts[Progress.REASONS] = count
        search.counts[Progress.EXCESS] = excess
        return True
    for which in range(count):
        way.groups[depth, which] = _boxes_of(search, fitting.mask[fitting.chosen[which]], k)
        way.paid[depth, which] = fitting.excess[fitting.chosen[which]]
    way.of[depth, Frame.GROUPS] = count
    way.of[depth, Frame.ACTIVE] = 0
    way.active[depth] = np.uint64(0)
    return False


@kernel
def _find_box_between(world: World, scratch: Scratch, search: Conflicts, depth: int, target: int) -> int:
    """Return a box on a way of the player that crosses the fewest boxes, the one of the latest conflict.

    `scratch.walls` marks the active boxes, which it does not cross, `scratch.occupied` all of them.
    """
    floor, crossed, before, queue = world.floor, search.crossed, search.before, search.queue
    start = int(search.way.of[depth, Frame.PLAYER])
    crossed[:] = NEVER
    crossed[start] = 0
    before[start] = NOBODY
    queue[0, 0] = start
    tail, later, count = 1, 0, 0
    while crossed[target] == NEVER:
        head, now = 0, count & 1
        while head < tail:
            square = queue[now, head]
            head += 1
            for direction in range(4):
                ahead = floor.beyond[square * 4 + direction]
                if scratch.walls[ahead] == 1:
                    continue
                cost = count + scratch.occupied[ahead]
                if cost < crossed[ahead]:
                    crossed[ahead] = cost
                    before[ahead] = square
                    if cost == count:
                        queue[now, tail] = ahead
                        tail += 1
                    else:
                        queue[1 - now, later] = ahead
                        later += 1
        tail, later, count = later, 0, count + 1
    latest, square = NOBODY, target
    while square != NOBODY:
        if scratch.occupied[square] == 1:
            box = _box_on(search, depth, square)
            if latest == NOBODY or search.last[box] > search.last[latest]:
                latest = box
        square = before[square]
    return latest


@step
def _box_on(search: Conflicts, depth: int, square: int) -> int:
    box = 0
    while search.way.squares[depth, box] != square:
        box += 1
    return box


@kernel
def _is_solved(search: Conflicts, world: World, depth: int, slack: int) -> bool:
    """Tell whether all active boxes are on goals, and the slack pays what their prices leave unpaid."""
    least, component = world.groups.least, world.distances.component
    way, unpaid = search.way, 0
    for box in range(way.squares.shape[1]):
        if way.active[depth] & bit(box) != np.uint64(0):
            square = way.squares[depth, box]
            if search.price[square] == NO_PRICE:
                return False
            unpaid -= search.price[square] + least[square, component[0, square, way.of[depth, Frame.PLAYER]]]
    if unpaid > slack:
        way.of[depth, Frame.LEAST] = min(way.of[depth, Frame.LEAST], unpaid)
    return unpaid <= slack


@kernel
def _is_closed(world: World, scratch: Scratch, search: Conflicts, depth: int) -> bool:
    """Tell whether active boxes refute the state without others; if so, sets what they need at least."""
    floor, flood, way, of = world.floor, scratch.flood, search.way, search.way.of
    slack, least = _slack_of_active(search, depth), of[depth, Frame.LEAST]
    of[depth, Frame.LEAST] = NEVER
    stamp = flood_active(world, scratch, search, depth)
    is_closed = not _is_solved(search, world, depth, slack)
    for candidate in range(4 * world.k):
        box, direction = candidate >> 2, candidate & 3
        if not is_closed or way.active[depth] & bit(box) == np.uint64(0):
            continue
        square = int(way.squares[depth, box])
        landing, behind = int(floor.beyond[square * 4 + direction]), int(floor.beyond[square * 4 + (direction ^ 1)])
        if scratch.walls[landing] == 1 or floor.bit_of[landing] < 0 or flood.mark_after[behind] != stamp:
            continue
        need = need_with(world, scratch, search, depth, box, landing, slack)
        is_closed = need > slack
        of[depth, Frame.LEAST] = min(of[depth, Frame.LEAST], need)
    mark_set(search, depth, way.active[depth], scratch.walls, 0)
    if not is_closed:
        of[depth, Frame.LEAST] = least
    return is_closed


@kernel
def _drop_boxes(world: World, scratch: Scratch, search: Conflicts, depth: int) -> None:
    """Make boxes inactive, the last ones first, as long as the others refute the state."""
    way = search.way
    for place in range(way.of[depth, Frame.ACTIVE] - 1, -1, -1):
        box = bit(way.order[depth, place])
        if way.active[depth] != box:
            way.active[depth] ^= box
            if not _is_closed(world, scratch, search, depth):
                way.active[depth] |= box


@kernel
def _learn(world: World, scratch: Scratch, search: Conflicts, depth: int) -> None:
    """Enter the active boxes as a pattern, and give the reasons why the state is refuted."""
    way, counts = search.way, search.counts
    stamp = flood_active(world, scratch, search, depth)
    mark_set(search, depth, way.active[depth], scratch.walls, 0)
    size = place_set(scratch, search, depth, way.active[depth], NOBODY, NOBODY)
    enter_pattern(world, scratch, search.patterns, size, stamp, int(way.of[depth, Frame.LEAST]))
    counts[Progress.TIME] += 1
    for box in range(way.squares.shape[1]):
        if way.active[depth] & bit(box) != np.uint64(0):
            search.last[box] = counts[Progress.TIME]
    search.reasons[0] = way.active[depth]
    counts[Progress.REASONS] = 1
    counts[Progress.EXCESS] = way.of[depth, Frame.LEAST]
    for group in range(way.of[depth, Frame.GROUPS]):
        if way.groups[depth, group] & way.active[depth] == np.uint64(0):
            search.reasons[counts[Progress.REASONS]] = way.groups[depth, group]
            counts[Progress.REASONS] += 1
            if way.of[depth, Frame.LEAST] < NEVER:
                counts[Progress.EXCESS] += way.paid[depth, group]


@kernel
def _try_pushes(world: World, scratch: Scratch, search: Conflicts, depth: int, stamp: int, stamp_active: int) -> int:
    """Try the pushes of active boxes from the one at hand on; return what comes next.

    It is PUSH with a new active box, STOP if the state is solved. `flood.mark` stamps the player's
    region, `flood.mark_after` that among active boxes alone.
    """
    floor, flood, way, of = world.floor, scratch.flood, search.way, search.way.of
    player, active, slack = int(of[depth, Frame.PLAYER]), int(of[depth, Frame.ACTIVE]), _slack_of_active(search, depth)
    while of[depth, Frame.CANDIDATE] < 8 * active:
        candidate = int(of[depth, Frame.CANDIDATE])
        box, direction = int(way.order[depth, (candidate >> 2) % active]), candidate & 3
        square = int(way.squares[depth, box])
        landing, behind = int(floor.beyond[square * 4 + direction]), int(floor.beyond[square * 4 + (direction ^ 1)])
        of[depth, Frame.CANDIDATE] += 1
        if scratch.walls[landing] == 1 or floor.bit_of[landing] < 0 or flood.mark_after[behind] != stamp_active:
            continue
        is_possible = scratch.occupied[landing] == 0 and flood.mark[behind] == stamp
        if is_possible != (candidate >= 4 * active):
            continue
        need = need_with(world, scratch, search, depth, box, landing, slack)
        if need > slack:
            of[depth, Frame.LEAST] = min(of[depth, Frame.LEAST], need)
            continue
        if is_possible:
            of[depth, Frame.CANDIDATE] -= 1
            for other in range(world.k):
                way.squares[depth + 1, other] = way.squares[depth, other]
            way.squares[depth + 1, box] = square_after(search, landing)
            of[depth + 1, Frame.PLAYER] = square
            of[depth + 1, Frame.SLACK] = of[depth, Frame.SLACK] - slack_for(world, search, square, landing, player)
            search.counts[Progress.DEPTH] += 1
            return Phase.LOOK
        if scratch.occupied[landing] == 1:
            _activate(search, depth, bit(_box_on(search, depth, landing)))
        else:
            _activate(search, depth, bit(_find_box_between(world, scratch, search, depth, behind)))
        return Phase.PUSH
    if _is_solved(search, world, depth, slack):
        return Phase.PUSH if _activate_next(search, depth) else Phase.STOP
    return Phase.RETURN


@kernel
def _push_active(world: World, scratch: Scratch, search: Conflicts, depth: int) -> int:
    """Try pushes of the state at hand; return what comes next."""
    flood, way = scratch.flood, search.way
    mark_set(search, depth, ~np.uint64(0), scratch.occupied, 1)
    reach(int(way.of[depth, Frame.PLAYER]), world.floor, scratch.occupied, flood)
    stamp_active = flood_active(world, scratch, search, depth)
    phase = _try_pushes(world, scratch, search, depth, int(flood.stamp[0]), stamp_active)
    mark_set(search, depth, ~np.uint64(0), scratch.occupied, 0)
    mark_set(search, depth, way.active[depth], scratch.walls, 0)
    if phase == Phase.RETURN:
        _drop_boxes(world, scratch, search, depth)
        _learn(world, scratch, search, depth)
    return phase


@kernel
def _return_to(world: World, scratch: Scratch, search: Conflicts, depth: int) -> int:
    """Make boxes active that refute the state after the push at hand; return what comes next, STOP if they do not.

    Reasons without the box that is pushed refute the state before, too, if they need enough.
    """
    way, of = search.way, search.way.of
    active, candidate = int(of[depth, Frame.ACTIVE]), int(of[depth, Frame.CANDIDATE])
    box = int(way.order[depth, (candidate >> 2) % active])
    wanted, all_reasons = np.uint64(0), np.uint64(0)
    for which in range(search.counts[Progress.REASONS]):
        reason = search.reasons[which]
        all_reasons |= reason
        is_known = False
        for group in range(of[depth, Frame.GROUPS]):
            is_known |= way.groups[depth, group] == reason
        if not is_known or reason & bit(box) != np.uint64(0):
            wanted |= reason
    if all_reasons & bit(box) == np.uint64(0) and search.counts[Progress.EXCESS] > of[depth, Frame.SLACK]:
        return Phase.RETURN
    slack = _slack_of_active(search, depth)
    landing = int(world.floor.beyond[way.squares[depth, box] * 4 + (candidate & 3)])
    need = need_with(world, scratch, search, depth, box, landing, slack)
    if need > slack:
        of[depth, Frame.LEAST] = min(of[depth, Frame.LEAST], need)
        of[depth, Frame.CANDIDATE] += 1
        return Phase.PUSH
    return Phase.PUSH if _activate(search, depth, wanted) or _activate(search, depth, all_reasons) else Phase.STOP


@entry
def refute(world: World, scratch: Scratch, search: Conflicts, steps: int) -> int:
    """Go on for some steps; return why it ends.

    GIVEN_UP also where boxes refute a state, but not as checkers choose among them.
    """
    counts, patterns = search.counts, search.patterns
    for _ in range(steps):
        depth = int(counts[Progress.DEPTH])
        if counts[Progress.PHASE] == Phase.LOOK:
            if _look_at(world, scratch, search, depth):
                counts[Progress.PHASE] = Phase.RETURN
            elif counts[Progress.LEFT] == 0:
                return Ending.GIVEN_UP
            else:
                counts[Progress.LEFT] -= 1
                _activate_next(search, depth)
                counts[Progress.PHASE] = Phase.PUSH
        elif counts[Progress.PHASE] == Phase.PUSH:
            if (
                patterns.counts[TrieCount.PATTERNS] == patterns.of.shape[0]
                or patterns.counts[TrieCount.NODES] + world.k > patterns.nodes.shape[0]
            ):
                return Ending.CROWDED
            counts[Progress.PHASE] = _push_active(world, scratch, search, depth)
            if counts[Progress.PHASE] == Phase.STOP:
                return Ending.SOLVED
        elif depth == 0:
            return Ending.REFUTED
        else:
            counts[Progress.DEPTH] = depth - 1
            counts[Progress.PHASE] = _return_to(world, scratch, search, depth - 1)
            if counts[Progress.PHASE] == Phase.STOP:
                return Ending.GIVEN_UP
    return Ending.UNFINISHED
