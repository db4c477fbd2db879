"""The rooms family: a room is a digit, and its solutions are shortest as far as searched."""

from __future__ import annotations

import pytest

from sokogen.families.rooms import (
    FIRST,
    ROOM,
    SECOND,
    TABLE,
    rooms_level,
    rooms_moves,
    rooms_pushes,
    rooms_solution,
)
from sokogen.reductions.gadgets.derivation import derive, problems
from sokogen.reductions.gadgets.gadget import Gadget
from sokogen.reductions.gadgets.routes import ways
from sokosolve.solver import solve
from sokospec.answer import Objective, Verdict
from sokospec.rules import is_solved


def test_a_room_is_a_digit_and_no_box_leaves_it() -> None:
    found = derive(ROOM)
    assert problems(ROOM, TABLE) == []
    assert (found.live, found.escapes, found.lost, found.traps, found.sealed) == (275, 0, 0, 0, True)
    assert all(one.entry in ("I", one.exit) for one in found.automaton.passages)


def test_the_passages_of_the_solution_are_the_shortest() -> None:
    derived = derive(ROOM)
    there = ways(ROOM, derived, ROOM.goal, "I")
    together = {
        first + second
        for (port, boxes), first in there.items()
        if port == "B"
        for (leaving, after), second in ways(ROOM, derived, boxes, "I").items()
        if (leaving, after) == ("N", ROOM.goal)
    }
    assert min(together, key=lambda lurd: (len(lurd), lurd)) == FIRST + SECOND


def test_at_the_start_one_box_is_off_its_goal_and_the_rooms_are_entered_twice_as_often_each() -> None:
    level = rooms_level(4)
    assert len(level.boxes) == 25
    assert len(level.boxes - level.goals) == 1
    assert not is_solved(level.board, level.state)
    pieces = list(rooms_solution(4))
    assert (pieces.count(FIRST), pieces.count(SECOND)) == (15, 15)  # 8 + 4 + 2 + 1 visits of each kind


@pytest.mark.parametrize("n", [1, 2])
@pytest.mark.parametrize("objective", [Objective.MOVES, Objective.PUSHES])
def test_the_fast_engine_finds_nothing_shorter(n: int, objective: Objective) -> None:
    answer = solve(rooms_level(n), objective)
    assert answer.verdict is Verdict.OPTIMAL
    if objective is Objective.MOVES:
        assert answer.moves == rooms_moves(n)
    else:
        assert answer.pushes == rooms_pushes(n)


def test_rooms_with_something_wrong_are_refused() -> None:
    rows = str(ROOM).splitlines()
    wrong = []
    for row in range(1, len(rows) - 1):
        for column in range(1, len(rows[0]) - 1):
            if rows[row][column] == "$" or (rows[row][column] == " " and (row + column) % 4 == 0):
                changed = [*rows]
                changed[row] = rows[row][:column] + "#" + rows[row][column + 1 :]
                wrong.append("\n".join(changed))
    assert len(wrong) > 20
    for drawing in wrong:
        try:
            gadget = Gadget.parse("ROOM", {"shut": drawing})
        except ValueError:
            continue  # a part of the room was cut off
        assert problems(gadget, TABLE)
