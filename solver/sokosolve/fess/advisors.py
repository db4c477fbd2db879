"""Advisors: each proposes at most one move of a position, never one that undoes a step."""

from __future__ import annotations

from sokosolve.fess.macro_moves import MacroMoves
from sokosolve.fess.position import ADVISORS, Knowledge, Value
from sokosolve.kernel import kernel, step
from sokosolve.level.arrays import INT32, INT32_2D, UINT8_2D

NOTHING = -1


@step
def _keeps(moves: MacroMoves, move: int, before: INT32, feature: int) -> bool:
    return bool(moves.values[move, feature] <= before[feature])


@kernel
def improves(moves: MacroMoves, found: int, before: INT32, feature: int) -> int:
    """Return the first move in order after which a feature is better."""
    best = NOTHING
    for move in range(found):
        if (
            moves.values[move, feature] < before[feature]
            and _keeps(moves, move, before, Value.PACKING)
            and (best == NOTHING or moves.key[move] < moves.key[best])
        ):
            best = move
    return best


@kernel
def explores(leads: UINT8_2D, moves: MacroMoves, found: int, before: INT32, boxes: INT32) -> int:
    """Return the first reversible move that enables a push of another box."""
    best = NOTHING
    for move in range(found):
        if (
            moves.values[move, Value.OPENED] == 1
            and _keeps(moves, move, before, Value.PACKING)
            and leads[moves.to[move], boxes[moves.box[move]]] == 1
            and (best == NOTHING or moves.key[move] < moves.key[best])
        ):
            best = move
    return best


@kernel
def _clears(
    distance: INT32_2D, knowledge: Knowledge, moves: MacroMoves, found: int, before: INT32, boxes: INT32
) -> int:
    """Return the move that takes the box nearest to something farthest away, with no feature worse."""
    done = before[Value.IN_ORDER]
    best = NOTHING
    nearest = 0
    furthest = 0
    for move in range(found):
        if not (
            _keeps(moves, move, before, Value.PACKING)
            and _keeps(moves, move, before, Value.CONNECTIVITY)
            and _keeps(moves, move, before, Value.ROOMS)
            and _keeps(moves, move, before, Value.OUT_OF_PLAN)
        ):
            continue
        start = distance[done, boxes[moves.box[move]]]
        end = distance[done, moves.to[move]]
        if end > start and (best == NOTHING or start < nearest or (start == nearest and end > furthest)):
            best = move
            nearest = start
            furthest = end
    return best


@kernel
def advise(knowledge: Knowledge, moves: MacroMoves, found: int, before: INT32, boxes: INT32, advised: int) -> None:
    """Subtract `advised` from the keys of the proposed moves."""
    silent = knowledge.variant.without >> ADVISORS
    if silent & 1 == 0:
        follow(moves, improves(moves, found, before, Value.PACKING), advised)
    if silent & 2 == 0:
        follow(moves, improves(moves, found, before, Value.CONNECTIVITY), advised)
    if silent & 4 == 0:
        follow(moves, improves(moves, found, before, Value.ROOMS), advised)
    if silent & 8 == 0:
        follow(moves, improves(moves, found, before, Value.HOTSPOTS), advised)
    if silent & 16 == 0:
        follow(moves, explores(knowledge.leads, moves, found, before, boxes), advised)
    if silent & 32 == 0:
        follow(moves, _clears(knowledge.from_next, knowledge, moves, found, before, boxes), advised)
    if silent & 64 == 0:
        follow(moves, improves(moves, found, before, Value.NEXT), advised)
    if silent & 128 == 0 and before[Value.OUT_OF_PLAN] > 0:
        follow(moves, _clears(knowledge.from_cut_off, knowledge, moves, found, before, boxes), advised)


@step
def follow(moves: MacroMoves, move: int, advised: int) -> None:
    """Subtract `advised` from the key of a move, once."""
    if move != NOTHING and moves.key[move] >= advised:
        moves.key[move] -= advised
