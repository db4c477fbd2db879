"""Check of the closed set: each step from a state leads to a listed state, or a fact rules it out."""

from __future__ import annotations

from sokosolve.kernel import entry, kernel
from sokoverify.bounds import WORK, is_dead
from sokoverify.box_table import pack
from sokoverify.floor_squares import flood, measure_flood
from sokoverify.kernel_arrays import INT64, MOST_WORK, UINT8
from sokoverify.line_kernels import Stop, is_digit, line_end
from sokoverify.state_table import Line, World, clear_boxes, read_state
from sokoverify.step_bounds import Known, sum_up
from sokoverify.successors import is_settled


@kernel
def _check_closing(world: World, line: INT64) -> int:
    """Check the closing boxes, and mark them as `fenced`; `moves` becomes 1 outside and 0 elsewhere."""
    squares = world.squares
    room = world.room
    if world.play.exact == 1:
        return Stop.MORE_MOVES
    must_move = False
    for each in range(line[Line.CLOSING]):
        if room.occupied[room.closing[each]] == 0:
            return Stop.NO_CLOSING_BOX
        must_move = must_move or squares.goal[room.closing[each]] == 0
    for each in range(line[Line.CLOSING]):
        room.fenced[room.closing[each]] = 1
    room.stamps[1] += 1
    flood(line[Line.PLAYER], world.grounds.beyond, 0, room.fenced, room.other_mark, room.stamps[1], room.queue)
    for square in range(squares.n):
        is_outside = room.other_mark[square] == room.stamps[1]
        room.moves[square] = 1 if is_outside else 0
        if squares.goal[square] != 0 and room.occupied[square] == 0 and not is_outside:
            must_move = True
    return Stop.DONE if must_move else Stop.NEED_NOT


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
    count = line[Line.CLOSING]
    begin = line[Line.NEXT]
    for direction in range(4):
        for each in range(count):
            push = direction * count + each
            if push > begin and wrong == Stop.DONE and _is_worked_off(world):
                line[Line.NEXT] = push
                wrong = Stop.PAUSED
            if wrong != Stop.DONE:
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
            dead = is_dead(
                world.facts, world.grounds, world.choice, line[Line.CITED], room.closing, count, room.fenced, box
            )
            room.closing[each] = box
            room.fenced[landing] = 0
            room.fenced[box] = 1
            if dead:
                continue
            if room.mark[stood] != room.stamps[0] or room.occupied[landing] != 0 or room.moves[landing] != 0:
                wrong = Stop.MAY_WAIT
            elif not is_settled(world, line, _place_of(world, line, box), box, landing, stood, box, known):
                line[Line.FROM] = box
                line[Line.TO] = landing
                wrong = Stop.LEADS_OUT
    for each in range(line[Line.CLOSING]):
        room.fenced[room.closing[each]] = 0
    return wrong


@kernel
def _place_of(world: World, line: INT64, box: int) -> int:
    world.choice.stamp[WORK] += line[Line.BOXES]
    for each in range(line[Line.BOXES]):
        if world.room.boxes[each] == box:
            return each
    return 0


@kernel
def _check_pushes(world: World, line: INT64, known: INT64) -> int:
    """Check all pushes, or backwards all pulls: the player stands beside a box and a step brings it to `landing`."""
    n = world.squares.n
    room = world.room
    beyond = world.grounds.beyond
    backwards = world.play.backwards
    stamp = room.stamps[0]
    count = line[Line.BOXES]
    begin = line[Line.NEXT]
    for direction in range(4):
        for each in range(count):
            push = direction * count + each
            if push > begin and _is_worked_off(world):
                line[Line.NEXT] = push
                return Stop.PAUSED
            if push < begin:
                continue
            box = int(room.boxes[each])
            stood = int(beyond[box * 4 + (direction ^ 1 ^ backwards)])
            if stood >= n or room.mark[stood] != stamp:
                continue
            free = int(beyond[(stood if backwards == 1 else box) * 4 + direction])
            if free >= n or room.occupied[free] != 0:
                continue
            landing = stood if backwards == 1 else free
            player = free if backwards == 1 else box
            moves = _walk_before(world, line, stood, known)
            if moves < line[Line.LEAST] and not is_settled(world, line, each, box, landing, stood, player, known):
                line[Line.FROM] = box
                line[Line.TO] = landing
                line[Line.WRONG] = Stop.LEADS_OUT
                line[Line.LEAST] = moves
    return int(line[Line.WRONG])


@kernel
def _walk_before(world: World, line: INT64, stood: int, known: INT64) -> int:
    """Write the cost of a step from a square including the walk; return its moves, 0 if they do not count."""
    play = world.play
    if play.exact == 0:
        return 0
    moves = int(world.room.moves[stood])
    known[Known.COST_AFTER] = line[Line.COST] + play.push + moves * play.move
    known[Known.SECOND_AFTER] = line[Line.SECOND] + play.push_second + moves * play.move_second
    return moves


@kernel
def _check_steps(world: World, line: INT64, known: INT64) -> int:
    room = world.room
    play = world.play
    if line[Line.UNKNOWN] > 0:
        return Stop.UNKNOWN_FACT
    if line[Line.NEXT] == 0:
        line[Line.WRONG] = Stop.DONE
        line[Line.LEAST] = world.squares.n
    known[Known.HASH] = pack(world.squares, room.boxes, line[Line.BOXES], room.key)
    known[Known.BLACK] = 0
    for each in range(line[Line.BOXES]):
        known[Known.BLACK] += world.squares.black[room.boxes[each]]
    known[Known.COST_AFTER] = line[Line.COST] + play.push
    known[Known.SECOND_AFTER] = line[Line.SECOND] + play.push_second
    sum_up(world, line, line[Line.PLAYER], known)
    room.stamps[0] += 1
    if play.exact == 1:
        measure_flood(
            line[Line.PLAYER], world.grounds.beyond, room.occupied, room.mark, room.stamps[0], room.moves, room.queue
        )
    else:
        flood(line[Line.PLAYER], world.grounds.beyond, 0, room.occupied, room.mark, room.stamps[0], room.queue)
    if play.backwards == 1 and line[Line.CLOSING] > 0:
        return Stop.NOT_ALL_PULLS
    if line[Line.CLOSING] > 0:
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
        end = line_end(data, line[Line.PLACE])
        if end == -1:
            return Stop.DONE
        if end < 0 or not is_digit(data[line[Line.PLACE]]):
            return Stop.OTHER
        wrong: int = Stop.MALFORMED
        if read_state(world, data, line, end):
            world.choice.stamp[WORK] += (1 + line[Line.BOXES]) * world.squares.n
            wrong = _check_steps(world, line, known)
        clear_boxes(world.room, line)
        if wrong != Stop.DONE:
            return Stop.DONE if wrong == Stop.PAUSED else wrong
        line[Line.NEXT] = 0
        line[Line.PLACE] = end + 1
        line[Line.LINES] += 1
    return Stop.DONE
