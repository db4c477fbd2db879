"""Check of one state that a step leads to: another line lists it, or a cited fact rules it out."""

from __future__ import annotations

from sokosolve.kernel import entry, kernel
from sokoverify.bounds import WORK, FactColumn, FactKind, bound, bound_by_prices
from sokoverify.box_table import find, pack
from sokoverify.floor_squares import flood, measure_flood
from sokoverify.grounds import node
from sokoverify.kernel_arrays import INFINITE, INT64
from sokoverify.state_table import COSTS, Line, Table, World, hash_of, is_of_share
from sokoverify.step_bounds import Known, alone_after, excess_after, is_reached, is_simple, keep_groups


@kernel
def _is_listed(world: World, box: int, landing: int, player: int, known: INT64) -> bool:
    """Tell whether the state after a step is listed at no more than its cost, or belongs to another share."""
    squares = world.squares
    room = world.room
    table = world.table
    here = player
    if world.play.exact == 0:
        room.stamps[1] += 1
        here = flood(player, world.grounds.beyond, 0, room.occupied, room.other_mark, room.stamps[1], room.queue)
    hashed = known[Known.HASH] ^ squares.random[box] ^ squares.random[landing]
    if not is_of_share(world.play, hashed):
        return True
    hashed = hash_of(squares, world.play, hashed, here)
    room.key[squares.word[box]] ^= squares.bit[box]
    room.key[squares.word[landing]] ^= squares.bit[landing]
    slot = find(squares.words, table.rows, table.slots, table.used, room.key, here, hashed)
    room.key[squares.word[box]] ^= squares.bit[box]
    room.key[squares.word[landing]] ^= squares.bit[landing]
    if slot < 0:
        return False
    row = ((table.slots[slot] & 0xFFFFFFFF) - 1) * (squares.words + 2)
    cost = table.rows[row + squares.words + 1]
    return bool(cost <= known[Known.COST_AFTER] * COSTS + known[Known.SECOND_AFTER])


@kernel
def _is_near(world: World, table: Table, box: int, landing: int, player: int, cost: int, known: INT64) -> bool:
    """Tell whether a listed state with the `occupied` boxes plus the walk to the player costs at most `cost`.

    Costs are two numbers in one.
    """
    squares = world.squares
    room = world.room
    play = world.play
    hashed = known[Known.HASH] ^ squares.random[box] ^ squares.random[landing]
    mask = len(table.slots) - 1
    slot = hashed & mask
    walked = False
    near = False
    room.key[squares.word[box]] ^= squares.bit[box]
    room.key[squares.word[landing]] ^= squares.bit[landing]
    while table.slots[slot] != 0 and not near:
        world.choice.stamp[WORK] += 1
        held = table.slots[slot]
        row = ((held & 0xFFFFFFFF) - 1) * (squares.words + 2)
        here = table.rows[row + squares.words]
        listed = table.rows[row + squares.words + 1]
        if held >> 32 == hashed >> 32 and listed <= cost and _has_key(world, table, row):
            if not walked:
                world.choice.stamp[WORK] += squares.n
                room.stamps[1] += 1
                stamp = room.stamps[1]
                measure_flood(
                    player, world.grounds.beyond, room.occupied, room.other_mark, stamp, room.other_moves, room.queue
                )
                walked = True
            if room.other_mark[here] == room.stamps[1]:
                near = listed + int(room.other_moves[here]) * (play.move * COSTS + play.move_second) <= cost
        slot = (slot + 1) & mask
    room.key[squares.word[box]] ^= squares.bit[box]
    room.key[squares.word[landing]] ^= squares.bit[landing]
    return near


@kernel
def _has_key(world: World, table: Table, row: int) -> bool:
    """Tell whether a row of a table has the boxes of `room.key`."""
    for word in range(world.squares.words):
        if table.rows[row + word] != world.room.key[word]:
            return False
    return True


@kernel
def _is_known(world: World, each: int, box: int, landing: int, player: int, known: INT64) -> bool:
    """Tell whether the player can walk from a listed state to the state after a step, at no more cost in all.

    Also true if the cost is so high that a rest would be listed, but none stays below the limit.
    """
    play = world.play
    if play.exact == 0:
        return False
    cost = known[Known.COST_AFTER] * COSTS + known[Known.SECOND_AFTER]
    if _is_near(world, world.table, box, landing, player, cost, known):
        return True
    if play.meeting == 0 or play.backwards == 1 or not _is_beyond(world, each, box, landing, player, known):
        return False
    limit = play.limit * COSTS + play.limit_second
    return not _is_near(world, world.rests, box, landing, player, limit - 1 - cost, known)


@kernel
def _is_beyond(world: World, each: int, box: int, landing: int, player: int, known: INT64) -> bool:
    """Tell whether the state after a step surely belongs to the other side.

    Its doubled cost, with the balance, has then reached what is left of twice the limit, or backwards twice the depth.
    A box at a `place` that is not negative has moved to its landing.
    """
    play = world.play
    cost = 2 * known[Known.COST_AFTER]
    second = 2 * known[Known.SECOND_AFTER]
    if play.ahead >= 0:
        boxes = world.room.boxes
        if each >= 0:
            boxes[each] = landing
        needs = bound_by_prices(world.facts, world.grounds, play.ahead, boxes, play.boxes, player)
        needed = bound_by_prices(world.facts, world.grounds, play.behind, boxes, play.boxes, player)
        if each >= 0:
            boxes[each] = box
        if needs >= INFINITE or needed >= INFINITE:
            return bool((play.backwards == 1) == (needed >= INFINITE) and (needs < INFINITE or needed < INFINITE))
        sign = -1 if play.backwards == 1 else 1
        for side in range(2):
            fact = play.ahead if side == 0 else play.behind
            count = sign * (needs if side == 0 else -needed)
            if world.grounds.of_moves[world.facts.of[fact, FactColumn.GROUND]] == 1:
                cost += count * play.move
                second += count * play.move_second
            else:
                cost += count * play.push
                second += count * play.push_second
    end = play.depth
    end_second = play.depth_second
    if play.backwards == 0:
        end = play.limit - end
        end_second = play.limit_second - end_second
    return bool(cost > 2 * end or (cost == 2 * end and second >= 2 * end_second))


@kernel
def _is_ruled_out(
    world: World, line: INT64, each: int, box: int, landing: int, stood: int, player: int, known: INT64
) -> bool:
    """Tell whether a cited fact rules out the state after a step, whose boxes are `occupied`.

    Prices on the whole board are left out, as `is_settled` asks them first.
    """
    choice = world.choice
    room = world.room
    black = known[Known.BLACK] - world.squares.black[box] + world.squares.black[landing]
    for place in range(line[Line.CITED]):
        fact = choice.cited[place]
        if not is_simple(world, fact):
            room.boxes[each] = landing
            least = bound(world.facts, world.grounds, choice, fact, room.boxes, line[Line.BOXES], room.occupied, player)
            room.boxes[each] = box
        elif world.facts.of[fact, FactColumn.KIND] == FactKind.GROUPS:
            room.occupied[landing] = 0
            room.occupied[box] = 1
            keep_groups(world, line, fact, known)
            room.occupied[box] = 0
            room.occupied[landing] = 1
            before = node(world.grounds, 0, box, stood)
            after = node(world.grounds, 0, landing, player)
            excess = excess_after(world, fact, box, landing, player)
            least = INFINITE if excess >= INFINITE else alone_after(world, place, before, after, player) + excess
        else:
            continue
        if is_reached(world, fact, least, black, known):
            return True
    return False


@kernel
def is_settled(
    world: World, line: INT64, each: int, box: int, landing: int, stood: int, player: int, known: INT64
) -> bool:
    """Tell whether the state after a step is listed, or ruled out by a cited fact.

    Box number `each` moves to its landing; the player stood beside it.
    """
    play = world.play
    black = known[Known.BLACK] - world.squares.black[box] + world.squares.black[landing]
    world.choice.stamp[WORK] += line[Line.CITED]
    for place in range(line[Line.CITED]):
        fact = world.choice.cited[place]
        if not is_simple(world, fact):
            continue
        before = node(world.grounds, 0, box, stood)  # known where there are prices: others do without the sides
        after = node(world.grounds, 0, landing, player)
        if is_reached(world, fact, alone_after(world, place, before, after, player), black, known):
            return True
    occupied = world.room.occupied
    occupied[box] = 0
    occupied[landing] = 1
    settled = _is_listed(world, box, landing, player, known)
    if not settled and play.meeting == 1 and play.backwards == 1:
        settled = _is_beyond(world, each, box, landing, player, known)
    if not settled:
        settled = _is_ruled_out(world, line, each, box, landing, stood, player, known)
    if not settled:
        settled = _is_known(world, each, box, landing, player, known)
    occupied[landing] = 0
    occupied[box] = 1
    return settled


@entry
def is_first_settled(world: World, player: int, cited: int, known: INT64) -> bool:
    """Tell whether a state where play begins is listed at cost 0, or ruled out by the cited facts.

    Its boxes are in `room.boxes` and `occupied`.
    """
    room = world.room
    squares = world.squares
    count = world.play.boxes
    known[Known.HASH] = pack(squares, room.boxes, count, room.key)
    known[Known.COST_AFTER] = 0
    known[Known.SECOND_AFTER] = 0
    black = 0
    for each in range(count):
        black += int(squares.black[room.boxes[each]])
    nowhere = squares.n
    is_rest = world.play.backwards == 1 and world.play.meeting == 1
    if is_rest and _is_beyond(world, -1, nowhere, nowhere, player, known):
        return True
    if _is_listed(world, nowhere, nowhere, player, known) or _is_known(world, -1, nowhere, nowhere, player, known):
        return True
    for place in range(cited):
        fact = world.choice.cited[place]
        least = bound(world.facts, world.grounds, world.choice, fact, room.boxes, count, room.occupied, player)
        if is_reached(world, fact, least, black, known):
            return True
    return False
