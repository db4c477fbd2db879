"""Check of the closed set: each step from a state leads to a listed state, or a fact rules it out."""

from __future__ import annotations

from sokosolve.kernel import entry, kernel
from sokoverify.bounds import (
    COUNT,
    EFFORT,
    GROUND,
    GROUPS,
    KIND,
    PRICES,
    RESTS_ON,
    SORTING,
    TABLE,
    TOTAL,
    WORK,
    bound,
    bound_by_prices,
    excess_of_state,
    groups_of,
    groups_with,
    is_dead,
    of_player,
    put_in_order,
)
from sokoverify.floor_squares import flood, measured_flood
from sokoverify.grounds import is_whole, node
from sokoverify.kernel_arrays import INFINITE, INT64, MOST_WORK, NO_WAY, UINT8
from sokoverify.line_kernels import DONE, MALFORMED, OTHER, is_digit, line_end
from sokoverify.state_table import (
    BOXES,
    CITED,
    CLOSING,
    COST,
    COSTS,
    FROM,
    LEADS_OUT,
    LEAST,
    LINES,
    MAY_WAIT,
    MORE_MOVES,
    NEED_NOT,
    NEXT,
    NO_CLOSING_BOX,
    NOT_ALL_PULLS,
    PAUSED,
    PLACE,
    PLAYER,
    SECOND,
    TO,
    UNKNOWN,
    UNKNOWN_FACT,
    WRONG,
    Play,
    Table,
    World,
    clear_boxes,
    find,
    hash_of,
    is_of_share,
    pack,
    read_state,
)

HASH, KEPT, BLACK, COST_AFTER, SECOND_AFTER = range(5)
"""What is known of the state at work: its hash without the player; the fact whose groups are kept, -1 for none; how
many boxes are on black squares; what the state after a step costs."""


@kernel
def _is_reached(world: World, fact: int, least: int, black: int, known: INT64) -> bool:
    """Tell whether a bound by a fact brings a state to the claimed cost.

    The number of pushes is rounded up to the possible parity, as each push changes the colour of a box's square. At
    least half of the remaining moves are pushes; moves before a state may all be walk.
    """
    if least >= INFINITE:
        return True
    play = world.play
    if world.grounds.of_moves[world.facts.of[fact, GROUND]] == 1:
        pushes = 0 if play.backwards == 1 else (least + 1) // 2
        cost = known[COST_AFTER] + least * play.move + pushes * (play.push - play.move)
        second = known[SECOND_AFTER] + least * play.move_second + pushes * (play.push_second - play.move_second)
        return not is_less(cost, second, play)
    pushes = least + ((least + black + play.black) & 1)
    cost = known[COST_AFTER] + pushes * play.push
    return not is_less(cost, known[SECOND_AFTER] + pushes * play.push_second, play)


@kernel
def is_less(cost: int, second: int, play: Play) -> bool:
    """Tell whether a cost is less than the claimed one; true if none is claimed."""
    return bool(play.endless == 1 or cost < play.limit or (cost == play.limit and second < play.limit_second))


@kernel
def _is_simple(world: World, fact: int) -> bool:
    """Tell whether a fact is prices or groups on the whole board."""
    kind = world.facts.of[fact, KIND]
    return bool(is_whole(world.grounds, world.facts.of[fact, GROUND]) and kind in (PRICES, GROUPS))


@kernel
def _prices_of(world: World, fact: int) -> int:
    """Return the fact whose prices a simple fact uses."""
    return int(world.facts.of[fact, RESTS_ON] if world.facts.of[fact, KIND] == GROUPS else fact)


@kernel
def _sum_up(world: World, line: INT64, player: int, known: INT64) -> None:
    """Sum the reduced distances of the boxes of a state for each simple cited fact."""
    facts = world.facts
    choice = world.choice
    room = world.room
    for place in range(line[CITED]):
        if _is_simple(world, choice.cited[place]):
            prices = _prices_of(world, choice.cited[place])
            total = facts.of[prices, TOTAL]
            lost = 0
            choice.stamp[WORK] += line[BOXES]
            for each in range(line[BOXES]):
                way = facts.ways[facts.of[prices, TABLE] + node(world.grounds, 0, room.boxes[each], player)]
                if way == NO_WAY:
                    lost += 1
                else:
                    total += way
            choice.alone[place] = total
            choice.lost[place] = lost
    known[KEPT] = -1


@kernel
def _alone_after(world: World, place: int, before: int, after: int, player: int) -> int:
    """Return the sum of reduced distances after a box has moved between nodes, with the player somewhere."""
    facts = world.facts
    prices = _prices_of(world, world.choice.cited[place])
    table = facts.of[prices, TABLE]
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
def _keep_groups(world: World, line: INT64, fact: int, known: INT64) -> None:
    """Store the groups of a fact in the state, whose boxes are `occupied`, for all its steps."""
    choice = world.choice
    if known[KEPT] != fact:
        room = world.room
        player = line[PLAYER]
        groups_of(world.facts, world.grounds, fact, room.boxes, line[BOXES], room.occupied, player, choice.kept)
        choice.stamp[WORK] += choice.kept[len(choice.kept) + EFFORT]
        known[KEPT] = fact


@kernel
def _excess_after(world: World, fact: int, box: int, landing: int, player: int) -> int:
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
    hashed = known[HASH] ^ squares.random[box] ^ squares.random[landing]
    if not is_of_share(world.play, hashed):
        return True
    hashed = hash_of(squares, world.play, hashed, here)
    room.key[squares.word[box]] ^= squares.bit[box]
    room.key[squares.word[landing]] ^= squares.bit[landing]
    slot = find(squares, table, room.key, here, hashed)
    room.key[squares.word[box]] ^= squares.bit[box]
    room.key[squares.word[landing]] ^= squares.bit[landing]
    if slot < 0:
        return False
    row = ((table.slots[slot] & 0xFFFFFFFF) - 1) * (squares.words + 2)
    cost = table.rows[row + squares.words + 1]
    return bool(cost <= known[COST_AFTER] * COSTS + known[SECOND_AFTER])


@kernel
def _is_near(world: World, table: Table, box: int, landing: int, player: int, cost: int, known: INT64) -> bool:
    """Tell whether a listed state with the `occupied` boxes plus the walk to the player costs at most `cost`.

    Costs are two numbers in one.
    """
    squares = world.squares
    room = world.room
    play = world.play
    hashed = known[HASH] ^ squares.random[box] ^ squares.random[landing]
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
                measured_flood(
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
    """Tell whether the player can walk to the state after a step from a listed one, at no more cost in all.

    Also true if the cost is so high that a rest would be listed, but none stays below the limit.
    """
    play = world.play
    if play.exact == 0:
        return False
    cost = known[COST_AFTER] * COSTS + known[SECOND_AFTER]
    if _is_near(world, world.table, box, landing, player, cost, known):
        return True
    if play.meeting == 0 or play.backwards == 1 or not _is_beyond(world, each, box, landing, player, known):
        return False
    limit = play.limit * COSTS + play.limit_second
    return not _is_near(world, world.rests, box, landing, player, limit - 1 - cost, known)


@kernel
def _is_beyond(world: World, each: int, box: int, landing: int, player: int, known: INT64) -> bool:
    """Tell whether the state after a step belongs to the other side; false if nothing is known.

    Its doubled cost, with the balance, has then reached what is left of twice the limit, or backwards twice the depth.
    A box at a `place` that is not negative has moved to its landing.
    """
    play = world.play
    cost = 2 * known[COST_AFTER]
    second = 2 * known[SECOND_AFTER]
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
            if world.grounds.of_moves[world.facts.of[fact, GROUND]] == 1:
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

    Prices were asked before.
    """
    choice = world.choice
    room = world.room
    black = known[BLACK] - world.squares.black[box] + world.squares.black[landing]
    for place in range(line[CITED]):
        fact = choice.cited[place]
        if not _is_simple(world, fact):
            room.boxes[each] = landing
            least = bound(world.facts, world.grounds, choice, fact, room.boxes, line[BOXES], room.occupied, player)
            room.boxes[each] = box
        elif world.facts.of[fact, KIND] == GROUPS:
            room.occupied[landing] = 0
            room.occupied[box] = 1
            _keep_groups(world, line, fact, known)
            room.occupied[box] = 0
            room.occupied[landing] = 1
            before = node(world.grounds, 0, box, stood)
            after = node(world.grounds, 0, landing, player)
            excess = _excess_after(world, fact, box, landing, player)
            least = INFINITE if excess >= INFINITE else _alone_after(world, place, before, after, player) + excess
        else:
            continue
        if _is_reached(world, fact, least, black, known):
            return True
    return False


@kernel
def _is_settled(
    world: World, line: INT64, each: int, box: int, landing: int, stood: int, player: int, known: INT64
) -> bool:
    """Tell whether the state after a step is listed, or ruled out by a cited fact.

    The box at `place` moves to its landing; the player stood beside it.
    """
    play = world.play
    black = known[BLACK] - world.squares.black[box] + world.squares.black[landing]
    world.choice.stamp[WORK] += line[CITED]
    for place in range(line[CITED]):
        fact = world.choice.cited[place]
        if not _is_simple(world, fact):
            continue
        before = node(world.grounds, 0, box, stood)  # known where there are prices: others do without the sides
        after = node(world.grounds, 0, landing, player)
        if _is_reached(world, fact, _alone_after(world, place, before, after, player), black, known):
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


@kernel
def _check_closing(world: World, line: INT64) -> int:
    """Check the closing boxes, and mark them as `fenced`; `moves` becomes 1 outside and 0 elsewhere."""
    squares = world.squares
    room = world.room
    if world.play.exact == 1:
        return MORE_MOVES
    must_move = False
    for each in range(line[CLOSING]):
        if room.occupied[room.closing[each]] == 0:
            return NO_CLOSING_BOX
        must_move = must_move or squares.goal[room.closing[each]] == 0
    for each in range(line[CLOSING]):
        room.fenced[room.closing[each]] = 1
    room.stamps[1] += 1
    flood(line[PLAYER], world.grounds.beyond, 0, room.fenced, room.other_mark, room.stamps[1], room.queue)
    for square in range(squares.n):
        is_outside = room.other_mark[square] == room.stamps[1]
        room.moves[square] = 1 if is_outside else 0
        if squares.goal[square] != 0 and room.occupied[square] == 0 and not is_outside:
            must_move = True
    return DONE if must_move else NEED_NOT


@kernel
def _is_worked_off(world: World) -> bool:
    """Tell whether limits are due before the next step from a state."""
    return bool(world.choice.stamp[WORK] + world.table.used[1] >= MOST_WORK)


@kernel
def _closing_pushes(world: World, line: INT64, known: INT64) -> int:
    """Check the pushes of closing boxes, one of which has to come first; return an error code."""
    n = world.squares.n
    room = world.room
    beyond = world.grounds.beyond
    wrong = _check_closing(world, line)
    count = line[CLOSING]
    begin = line[NEXT]
    for direction in range(4):
        for each in range(count):
            push = direction * count + each
            if push > begin and wrong == DONE and _is_worked_off(world):
                line[NEXT] = push
                wrong = PAUSED
            if wrong != DONE:
                break
            if push < begin:
                continue
            box = int(room.closing[each])
            stood = int(beyond[box * 4 + (direction ^ 1)])
            landing = int(beyond[box * 4 + direction])
            if stood >= n or landing >= n or room.fenced[landing] != 0 or room.moves[stood] == 0:
                continue
            room.closing[each] = landing
            room.fenced[box] = 0
            room.fenced[landing] = 1
            dead = is_dead(world.facts, world.grounds, world.choice, line[CITED], room.closing, count, room.fenced, box)
            room.closing[each] = box
            room.fenced[landing] = 0
            room.fenced[box] = 1
            if dead:
                continue
            if room.mark[stood] != room.stamps[0] or room.occupied[landing] != 0 or room.moves[landing] != 0:
                wrong = MAY_WAIT
            elif not _is_settled(world, line, _place_of(world, line, box), box, landing, stood, box, known):
                line[FROM] = box
                line[TO] = landing
                wrong = LEADS_OUT
    for each in range(line[CLOSING]):
        room.fenced[room.closing[each]] = 0
    return wrong


@kernel
def _place_of(world: World, line: INT64, box: int) -> int:
    world.choice.stamp[WORK] += line[BOXES]
    for each in range(line[BOXES]):
        if world.room.boxes[each] == box:
            return each
    return 0


@kernel
def _pushes(world: World, line: INT64, known: INT64) -> int:
    """Check all pushes from a state, after walks where moves count; return an error code."""
    n = world.squares.n
    room = world.room
    beyond = world.grounds.beyond
    stamp = room.stamps[0]
    count = line[BOXES]
    begin = line[NEXT]
    for direction in range(4):
        for each in range(count):
            push = direction * count + each
            if push > begin and _is_worked_off(world):
                line[NEXT] = push
                return PAUSED
            if push < begin:
                continue
            box = int(room.boxes[each])
            stood = int(beyond[box * 4 + (direction ^ 1)])
            landing = int(beyond[box * 4 + direction])
            if stood >= n or landing >= n or room.mark[stood] != stamp or room.occupied[landing] != 0:
                continue
            moves = _walk_before(world, line, stood, known)
            if moves < line[LEAST] and not _is_settled(world, line, each, box, landing, stood, box, known):
                line[FROM] = box
                line[TO] = landing
                line[WRONG] = LEADS_OUT
                line[LEAST] = moves
    return int(line[WRONG])


@kernel
def _pulls(world: World, line: INT64, known: INT64) -> int:
    """Check all pulls from a state, after walks where two sides meet; return an error code."""
    n = world.squares.n
    room = world.room
    beyond = world.grounds.beyond
    if line[CLOSING] > 0:
        return NOT_ALL_PULLS
    stamp = room.stamps[0]
    count = line[BOXES]
    begin = line[NEXT]
    for direction in range(4):
        for each in range(count):
            pull = direction * count + each
            if pull > begin and _is_worked_off(world):
                line[NEXT] = pull
                return PAUSED
            if pull < begin:
                continue
            box = int(room.boxes[each])
            stood = int(beyond[box * 4 + direction])
            if stood >= n or room.mark[stood] != stamp:
                continue
            player = int(beyond[stood * 4 + direction])
            if player >= n or room.occupied[player] != 0:
                continue
            moves = _walk_before(world, line, stood, known)
            if moves < line[LEAST] and not _is_settled(world, line, each, box, stood, stood, player, known):
                line[FROM] = box
                line[TO] = stood
                line[WRONG] = LEADS_OUT
                line[LEAST] = moves
    return int(line[WRONG])


@kernel
def _walk_before(world: World, line: INT64, stood: int, known: INT64) -> int:
    """Write the cost of a step from a square including the walk; return its moves, 0 if they do not count."""
    play = world.play
    if play.exact == 0:
        return 0
    moves = int(world.room.moves[stood])
    known[COST_AFTER] = line[COST] + play.push + moves * play.move
    known[SECOND_AFTER] = line[SECOND] + play.push_second + moves * play.move_second
    return moves


@kernel
def _steps(world: World, line: INT64, known: INT64) -> int:
    """Check the steps from the parsed state; return an error code."""
    room = world.room
    play = world.play
    if line[UNKNOWN] > 0:
        return UNKNOWN_FACT
    if line[NEXT] == 0:
        line[WRONG] = DONE
        line[LEAST] = world.squares.n
    known[HASH] = pack(world.squares, room.boxes, line[BOXES], room.key)
    known[BLACK] = 0
    for each in range(line[BOXES]):
        known[BLACK] += world.squares.black[room.boxes[each]]
    known[COST_AFTER] = line[COST] + play.push
    known[SECOND_AFTER] = line[SECOND] + play.push_second
    _sum_up(world, line, line[PLAYER], known)
    room.stamps[0] += 1
    if play.exact == 1:
        measured_flood(
            line[PLAYER], world.grounds.beyond, room.occupied, room.mark, room.stamps[0], room.moves, room.queue
        )
    else:
        flood(line[PLAYER], world.grounds.beyond, 0, room.occupied, room.mark, room.stamps[0], room.queue)
    if play.backwards == 1:
        return _pulls(world, line, known)
    if line[CLOSING] > 0:
        return _closing_pushes(world, line, known)
    return _pushes(world, line, known)


@entry
def check_states(world: World, line: INT64, data: UINT8, known: INT64) -> int:
    """Check the states in the lines from `line[PLACE]` on; return why it stops, regularly with DONE.

    After a stop within a state, `line[NEXT]` is the step with which the next call continues.
    """
    world.choice.stamp[WORK] = 0
    world.table.used[1] = 0
    while not _is_worked_off(world):
        end = line_end(data, line[PLACE])
        if end == -1:
            return DONE
        if end < 0 or not is_digit(data[line[PLACE]]):
            return OTHER
        wrong = MALFORMED
        if read_state(world, data, line, end):
            world.choice.stamp[WORK] += (1 + line[BOXES]) * world.squares.n
            wrong = _steps(world, line, known)
        clear_boxes(world.room, line)
        if wrong != DONE:
            return DONE if wrong == PAUSED else wrong
        line[NEXT] = 0
        line[PLACE] = end + 1
        line[LINES] += 1
    return DONE


@entry
def is_first_settled(world: World, player: int, cited: int, known: INT64) -> bool:
    """Tell whether a state where play begins is listed at cost 0, or ruled out by the cited facts.

    Its boxes are in `room.boxes` and `occupied`.
    """
    room = world.room
    squares = world.squares
    count = world.play.boxes
    known[HASH] = pack(squares, room.boxes, count, room.key)
    known[COST_AFTER] = 0
    known[SECOND_AFTER] = 0
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
        if _is_reached(world, fact, least, black, known):
            return True
    return False
