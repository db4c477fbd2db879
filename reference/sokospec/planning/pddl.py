"""PDDL of levels, with the names of the IPC 2008 and 2011.

Pushes cost 1, moves nothing: a cheapest plan has the fewest pushes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain

from sokospec.board import Board, Direction, Level, Square
from sokospec.formats.xsb import one_line

_DOMAIN = "sokoban-sequential"
PLAYER = "player-01"

MOVE = "move"
PUSH_TO_GOAL = "push-to-goal"
PUSH_TO_NONGOAL = "push-to-nongoal"


def _push_action(name: str, onto: str, then: str) -> str:
    return f"""\
  (:action {name}
    :parameters (?player - player ?stone - stone ?behind ?from ?to - location ?dir - direction)
    :precondition (and
      (at ?player ?behind)
      (at ?stone ?from)
      (clear ?to)
      (MOVE-DIR ?behind ?from ?dir)
      (MOVE-DIR ?from ?to ?dir)
      ({onto} ?to))
    :effect (and
      (not (at ?player ?behind))
      (clear ?behind)
      (at ?player ?from)
      (not (at ?stone ?from))
      (at ?stone ?to)
      (not (clear ?to))
      {then}
      (increase (total-cost) 1)))"""


_DOMAIN_TEXT = f"""\
;; Sokoban for sequential planners: a push costs 1, a move nothing.
(define (domain {_DOMAIN})
  (:requirements :typing :action-costs)
  (:types
    thing location direction - object
    player stone - thing)
  (:predicates
    (at ?thing - thing ?place - location)
    (clear ?place - location)
    (at-goal ?stone - stone)
    (IS-GOAL ?place - location)
    (IS-NONGOAL ?place - location)
    (MOVE-DIR ?from ?to - location ?dir - direction))
  (:functions (total-cost) - number)

  (:action {MOVE}
    :parameters (?player - player ?from ?to - location ?dir - direction)
    :precondition (and
      (at ?player ?from)
      (clear ?to)
      (MOVE-DIR ?from ?to ?dir))
    :effect (and
      (not (at ?player ?from))
      (clear ?from)
      (at ?player ?to)
      (not (clear ?to))))

{_push_action(PUSH_TO_NONGOAL, "IS-NONGOAL", "(not (at-goal ?stone))")}

{_push_action(PUSH_TO_GOAL, "IS-GOAL", "(at-goal ?stone)")})
"""


def domain() -> str:
    """Return the PDDL domain, the same for all levels.

    >>> domain().splitlines()[1]
    '(define (domain sokoban-sequential)'
    """
    return _DOMAIN_TEXT


def problem(level: Level, name: str = "level") -> str:
    r"""Return the PDDL problem of a level, without unreachable squares.

    >>> text = problem(Level.parse("#####\n#@$.#\n#####"), "corridor")
    >>> "(MOVE-DIR pos-2-2 pos-3-2 dir-right)" in text, "(at stone-01 pos-3-2)" in text, "pos-1-1" in text
    (True, True, False)
    """
    board, squares = level.board, squares_in_play(level)
    stones = stones_of(level)
    occupied = {level.player, *level.boxes}
    objects = chain(
        (f"{direction_name(direction)} - direction" for direction in Direction),
        (f"{PLAYER} - player",),
        (f"{stone} - stone" for stone in stones),
        (f"{place_name(square)} - location" for square in squares),
    )
    facts = chain(
        (f"(IS-{'GOAL' if square in board.goals else 'NONGOAL'} {place_name(square)})" for square in squares),
        _neighbours(board, squares),
        (f"(at {PLAYER} {place_name(level.player)})",),
        (f"(at {stone} {place_name(square)})" for stone, square in stones.items()),
        (f"(at-goal {stone})" for stone, square in stones.items() if square in board.goals),
        (f"(clear {place_name(square)})" for square in squares if square not in occupied),
        ("(= (total-cost) 0)",),
    )
    goal = " ".join(f"(at-goal {stone})" for stone in stones)
    title = f";; {one_line(level.title)}\n" if level.title else ""
    return (
        f"{title}(define (problem {name})\n"
        f"  (:domain {_DOMAIN})\n"
        f"  (:objects{_indent_lines(objects)})\n"
        f"  (:init{_indent_lines(facts)})\n"
        f"  (:goal (and {goal}))\n"
        f"  (:metric minimize (total-cost)))\n"
    )


def squares_in_play(level: Level) -> list[Square]:
    r"""Return, in row order, the squares of boxes and those that the player could walk to without boxes.

    >>> squares_in_play(Level.parse("#######\n#@$.#*#\n#######"))[-1]
    Square(row=1, column=5)
    """
    found = [level.player]
    seen = {level.player}
    for square in found:  # the list grows while it is read
        for ahead in level.board.beyond[square]:
            if ahead is not None and ahead not in seen:
                seen.add(ahead)
                found.append(ahead)
    return sorted(seen | level.boxes)


def stones_of(level: Level) -> dict[str, Square]:
    r"""Return the names of the boxes, numbered in row order, with their initial squares.

    >>> stones_of(Level.parse("#####\n#@$.#\n#####"))
    {'stone-01': Square(row=1, column=2)}
    """
    return {f"stone-{number:02}": square for number, square in enumerate(sorted(level.boxes), start=1)}


def place_name(square: Square) -> str:
    """Return `pos-COLUMN-ROW`, both from 1.

    >>> place_name(Square(row=0, column=4))
    'pos-5-1'
    """
    return f"pos-{square.column + 1}-{square.row + 1}"


def direction_name(direction: Direction) -> str:
    """Return `dir-up` and the like.

    >>> direction_name(Direction.UP)
    'dir-up'
    """
    return f"dir-{direction.name.lower()}"


def _neighbours(board: Board, squares: Iterable[Square]) -> Iterator[str]:
    inside = set(squares)
    for square in sorted(inside):
        for direction in Direction:
            ahead = board.beyond[square][direction]
            if ahead in inside and ahead is not None:
                yield f"(MOVE-DIR {place_name(square)} {place_name(ahead)} {direction_name(direction)})"


def _indent_lines(lines: Iterable[str]) -> str:
    return "".join(f"\n    {line}" for line in lines)
