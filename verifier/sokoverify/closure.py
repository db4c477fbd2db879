"""Check of the closed set: each step from a state leads to a listed state, or a fact rules it out."""

from __future__ import annotations

from sokosolve.kernel import entry, kernel
from sokoverify.bounds import WORK, is_dead
from sokoverify.floor_squares import flood, measure_flood
from sokoverify.kernel_arrays import INT64, MOST_WORK, UINT8
from sokoverify.line_kernels import DONE, MALFORMED, OTHER, is_digit, line_end
from sokoverify.state_table import (
    BOXES,
    CITED,
    CLOSING,
    COST,
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
    World,
    clear_boxes,
    pack,
    read_state,
)
from sokoverify.step_bounds import BLACK, COST_AFTER, HASH, SECOND_AFTER, sum_up
from sokoverify.successors import is_settled


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
def _check_closing_pushes(world: World, line: INT64, known: INT64) -> int:
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
            elif not is_settled(world, line, _place_of(world, line, box), box, landing, stood, box, known):
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
def _check_pushes(world: World, line: INT64, known: INT64) -> int:
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
            if moves < line[LEAST] and not is_settled(world, line, each, box, landing, stood, box, known):
                line[FROM] = box
                line[TO] = landing
                line[WRONG] = LEADS_OUT
                line[LEAST] = moves
    return int(line[WRONG])


@kernel
def _check_pulls(world: World, line: INT64, known: INT64) -> int:
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
            if moves < line[LEAST] and not is_settled(world, line, each, box, stood, stood, player, known):
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
def _check_steps(world: World, line: INT64, known: INT64) -> int:
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
    sum_up(world, line, line[PLAYER], known)
    room.stamps[0] += 1
    if play.exact == 1:
        measure_flood(
            line[PLAYER], world.grounds.beyond, room.occupied, room.mark, room.stamps[0], room.moves, room.queue
        )
    else:
        flood(line[PLAYER], world.grounds.beyond, 0, room.occupied, room.mark, room.stamps[0], room.queue)
    if play.backwards == 1:
        return _check_pulls(world, line, known)
    if line[CLOSING] > 0:
        return _check_closing_pushes(world, line, known)
    return _check_pushes(world, line, known)


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
            wrong = _check_steps(world, line, known)
        clear_boxes(world.room, line)
        if wrong != DONE:
            return DONE if wrong == PAUSED else wrong
        line[NEXT] = 0
        line[PLACE] = end + 1
        line[LINES] += 1
    return DONE
