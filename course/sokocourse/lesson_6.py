"""Exercises on gadgets: what a drawing does, found by exhaustive search of the reader's own drawing."""

from __future__ import annotations

import re
from collections.abc import Iterable

from sokocourse import FILES
from sokocourse.exercise import Exercise, NotChecked, Wrong, wrong_if
from sokogen.reductions.gadgets.crossover import crossover_network, passages
from sokogen.reductions.gadgets.derivation import Derivation, derive, problems, smallest
from sokogen.reductions.gadgets.gadget import Gadget, GadgetError
from sokogen.reductions.gadgets.library import LIBRARY
from sokospec.board import Square
from sokospec.transform.symmetry import SYMMETRIES

_LATCH, _DIODE, _TOGGLE = (LIBRARY[kind] for kind in ("LATCH", "DIODE", "TOGGLE"))

BROKEN_TOGGLE = FILES.joinpath("broken.txt").read_text(encoding="utf-8")
"""The toggle of the library with one square changed."""

_MOST_SIDE = 10
_MOST_BOXES = 3
_MOST_NODES = 5_000
START, TARGET = "s2", "s1"


def _gadget(name: str, text: str) -> Gadget:
    """Return the gadget in an answer, if it is small enough to be searched."""
    rows = text.strip("\n").splitlines()
    if len(rows) > _MOST_SIDE or any(len(row) > _MOST_SIDE for row in rows):
        raise Wrong(f"the drawing may have at most {_MOST_SIDE} rows and columns")
    with wrong_if(GadgetError):
        gadget = Gadget.parse(name, {"start": text})
    if len(gadget.goal) > _MOST_BOXES:
        raise Wrong(f"use at most {_MOST_BOXES} boxes")
    return gadget


def _derive(gadget: Gadget) -> Derivation:
    """Return a gadget's behaviour if it is usable at all."""
    try:
        found = derive(gadget, most_nodes=_MOST_NODES)
    except MemoryError as error:
        raise NotChecked(str(error)) from None
    if found.dead_starts:
        raise Wrong("it is dead as it is drawn: from its ports the boxes cannot be brought back to where they are")
    if found.escapes or not found.sealed:
        raise Wrong("a box can be pushed onto a port")
    if found.traps:
        raise Wrong("the player may have to stay inside to finish it")
    return found


def _shape(gadget: Gadget) -> frozenset[frozenset[tuple[int, int, str]]]:
    """Return a drawing, wherever it stands, in all symmetric forms."""
    port_at = {square: port for port, square in gadget.ports.items()}
    board = gadget.board
    shapes = []
    for symmetry in SYMMETRIES:
        drawn = [
            (*symmetry.square(one, board.height, board.width), port_at.get(one, "$" if one in gadget.goal else " "))
            for one in board.floor
        ]
        top, left = min(row for row, _, _ in drawn), min(column for _, column, _ in drawn)
        shapes.append(frozenset((row - top, column - left, what) for row, column, what in drawn))
    return frozenset(shapes)


def _is_one_way(answer: str) -> None:
    """Check a gadget that leads from A to B, repeatedly, but never from B to A."""
    gadget = _gadget("yours", answer)
    if set(gadget.ports) != {"A", "B"}:
        raise Wrong("it needs the ports A and B, and no others")
    automaton = smallest(_derive(gadget))
    back = [one.state for one in automaton.passages if (one.entry, one.exit) == ("B", "A")]
    if back:
        raise Wrong("there is a way from B to A" + (", after some visits" if automaton.goal not in back else ""))
    if ("B", automaton.goal) not in automaton.exits(automaton.goal, "A"):
        raise Wrong("from A the player does not get to B so that the gadget stays as it was")
    if _shape(gadget) == _shape(_DIODE.gadget):
        raise Wrong("this is the diode of the lesson; make one of your own")


def _square(answer: str, gadget: Gadget) -> Square:
    found = re.fullmatch(r"\s*(\d{1,3})\s*,\s*(\d{1,3})\s*", answer, re.ASCII)
    if found is None:
        raise Wrong("give a row and a column, counted from 0, such as: 3,1")
    square = Square(int(found[1]), int(found[2]))
    if not (square.row < gadget.board.height and square.column < gadget.board.width):
        raise Wrong("this square is outside the drawing")
    return square


def _flip_square(gadget: Gadget, square: Square) -> Gadget:
    """Return the gadget with wall and floor exchanged in one square."""
    drawings = {}
    for name, boxes in gadget.configurations.items():
        rows = [list(row) for row in gadget.drawing(boxes).splitlines()]
        symbol = rows[square.row][square.column]
        if symbol not in "# ":
            raise Wrong("this square is neither wall nor empty floor")
        rows[square.row][square.column] = " " if symbol == "#" else "#"
        drawings[name] = "\n".join(map("".join, rows))
    try:
        return Gadget.parse(gadget.name, drawings)
    except GadgetError as error:
        raise Wrong(f"then it is not a gadget: {error}") from None


def _repairs(answer: str) -> None:
    """Check which square of the broken toggle must change."""
    broken = Gadget.parse("TOGGLE", {"in": BROKEN_TOGGLE})
    wrong = problems(_flip_square(broken, _square(answer, broken)), _TOGGLE.automaton)
    if wrong:
        raise Wrong(f"changed there, it is not a toggle: {wrong[0]}")


def _lets_a_box_out(answer: str) -> None:
    """Check a square whose change lets a box of the latch reach a port while it can still be finished."""
    if derive(_flip_square(_LATCH.gadget, _square(answer, _LATCH.gadget))).escapes == 0:
        raise Wrong("changed there, no box can be pushed onto a port while the boxes can still come to their goals")


def _leaves_the_diode_alone(answer: str) -> None:
    """Check a wall of the diode that can become floor while the automaton stays."""
    square = _square(answer, _DIODE.gadget)
    if square not in _DIODE.gadget.board.walls:
        raise Wrong("this square is not a wall")
    wrong = problems(_flip_square(_DIODE.gadget, square), _DIODE.automaton)
    if wrong:
        raise Wrong(f"changed there, it is not a diode: {wrong[0]}")


def after(start: str, steps: Iterable[tuple[str, str]]) -> str:
    """Return the state of the latch after some passages; raises `Wrong` for an impossible one.

    Where the player may turn back without a change, or change something, he changes it.

    >>> after("s0", [("I", "B"), ("B", "I")])
    's1'
    """
    state = start
    for number, (entry, leaving) in enumerate(steps, 1):
        possible = [one for one in _LATCH.automaton.passages_from(state) if (one.entry, one.exit) == (entry, leaving)]
        if not possible:
            raise Wrong(f"passage {number}, {entry}->{leaving}, is not possible in the state that it is in then")
        state = max(possible, key=lambda one: one.after != state).after
    return state


def _leads_on(answer: str) -> None:
    """Check passages that take the latch from one state to another."""
    words = answer.replace(",", " ").split()
    steps = [re.fullmatch(r"([A-Z])->([A-Z])", word) for word in words]
    if not steps or None in steps:
        raise Wrong("give passages such as: C->A I->B")
    state = after(START, [(step[1], step[2]) for step in steps if step is not None])
    if state != TARGET:
        raise Wrong(f"that leads to {state}")


def _makes_it_leak(answer: str) -> None:
    """Check a gadget of the crossover without which W leads to N, but S not to E."""
    name, known = answer.strip(), [tile.name for tile in crossover_network().tiles]
    if name not in known:
        raise Wrong(f"the gadgets of the crossover are called {', '.join(known)}")
    found = passages(crossover_network(name)).passages
    if ("W", "N") not in found or ("S", "E") in found:
        ways = ", ".join(f"{entry} to {leaving}" for entry, leaving in sorted(found))
        raise Wrong(f"without it the ways are: {ways or 'none'}")


EXERCISES = [
    Exercise(f"Which passages bring the LATCH from {START} to {TARGET}?", _leads_on),
    Exercise("In broken.txt, a toggle, one square is wrong: which one, as ROW,COLUMN counted from 0?", _repairs),
    Exercise(
        "Draw a gadget with ports A and B that lets the player through from A to B any number of times, and never from "
        "B to A; not the diode of the lesson (--file).",
        _is_one_way,
    ),
    Exercise(
        "Which square of the LATCH, changed from wall to floor or back, lets a box be pushed onto a port while the "
        "boxes can still come to their goals (ROW,COLUMN counted from 0)?",
        _lets_a_box_out,
    ),
    Exercise(
        "Without which of its gadgets does the crossover let the player through from W to N, but not from S to E?",
        _makes_it_leak,
    ),
    Exercise(
        "Which wall of the DIODE can become floor so that its automaton stays the same (ROW,COLUMN counted from 0)? Let"
        " Coq accept it in GadgetData.v, and reject a leak.",
        _leaves_the_diode_alone,
    ),
]
