"""PDDL of levels, with the names of the IPC 2008 and 2011, and plans, checked and converted to LURD.

Pushes cost 1, moves nothing: a cheapest plan has the fewest pushes.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import chain

from sokospec.board import Board, Direction, Level, Square, State, neighbour
from sokospec.errors import IllegalStep, ParseError
from sokospec.formats.lines import split_lines
from sokospec.formats.xsb import one_line
from sokospec.rules import is_push, reachable, step

_DOMAIN = "sokoban-sequential"
_PLAYER = "player-01"

MOVE = "move"
_PUSH_TO_GOAL = "push-to-goal"
_PUSH_TO_NONGOAL = "push-to-nongoal"


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

{_push_action(_PUSH_TO_NONGOAL, "IS-NONGOAL", "(not (at-goal ?stone))")}

{_push_action(_PUSH_TO_GOAL, "IS-GOAL", "(at-goal ?stone)")})
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
    board, squares = level.board, _squares_in_play(level)
    stones = _stones_of(level)
    occupied = {level.player, *level.boxes}
    objects = chain(
        (f"{_direction_name(direction)} - direction" for direction in Direction),
        (f"{_PLAYER} - player",),
        (f"{stone} - stone" for stone in stones),
        (f"{_place_name(square)} - location" for square in squares),
    )
    facts = chain(
        (f"(IS-{'GOAL' if square in board.goals else 'NONGOAL'} {_place_name(square)})" for square in squares),
        _neighbours(board, squares),
        (f"(at {_PLAYER} {_place_name(level.player)})",),
        (f"(at {stone} {_place_name(square)})" for stone, square in stones.items()),
        (f"(at-goal {stone})" for stone, square in stones.items() if square in board.goals),
        (f"(clear {_place_name(square)})" for square in squares if square not in occupied),
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


def _squares_in_play(level: Level) -> list[Square]:
    r"""Return, in row order, the squares of boxes and those that the player could walk to without boxes.

    >>> _squares_in_play(Level.parse("#######\n#@$.#*#\n#######"))[-1]
    Square(row=1, column=5)
    """
    return sorted(reachable(level.board, State(frozenset(), level.player)) | level.boxes)


def _stones_of(level: Level) -> dict[str, Square]:
    r"""Return the names of the boxes, numbered in row order, with their initial squares.

    >>> _stones_of(Level.parse("#####\n#@$.#\n#####"))
    {'stone-01': Square(row=1, column=2)}
    """
    return {f"stone-{number:02}": square for number, square in enumerate(sorted(level.boxes), start=1)}


def _place_name(square: Square) -> str:
    """Return `pos-COLUMN-ROW`, both from 1.

    >>> _place_name(Square(row=0, column=4))
    'pos-5-1'
    """
    return f"pos-{square.column + 1}-{square.row + 1}"


def _direction_name(direction: Direction) -> str:
    """Return `dir-up` and the like.

    >>> _direction_name(Direction.UP)
    'dir-up'
    """
    return f"dir-{direction.name.lower()}"


def _neighbours(board: Board, squares: Iterable[Square]) -> Iterator[str]:
    inside = set(squares)
    for square in sorted(inside):
        for direction in Direction:
            ahead = board.beyond[square][direction]
            if ahead in inside and ahead is not None:
                yield f"(MOVE-DIR {_place_name(square)} {_place_name(ahead)} {_direction_name(direction)})"


def _indent_lines(lines: Iterable[str]) -> str:
    return "".join(f"\n    {line}" for line in lines)


_ACTION = re.compile(
    r"(?:[0-9]++(?:\.[0-9]++)?\s*+:\s*+)?"  # the time
    r"(?:\(([^()]*+)\)|([^()\[\]:]++))"
    r"(?:\s*+[\[(]\s*+[0-9]++(?:\.[0-9]++)?\s*+[\])])?"  # the duration, or the cost
)
_COST = re.compile(r"cost\s*=\s*(\S+)(?:\s*\((general|unit) cost\))?", re.IGNORECASE)

_PARAMETERS = {
    MOVE: "PLAYER FROM TO DIRECTION",
    _PUSH_TO_GOAL: "PLAYER STONE BEHIND FROM TO DIRECTION",
    _PUSH_TO_NONGOAL: "PLAYER STONE BEHIND FROM TO DIRECTION",
}
"""Actions of the domain with their parameters."""

DIRECTIONS = {_direction_name(direction): direction for direction in Direction}
_ANOTHER = "is the plan for another level?"
_SHORTEN = 60  # characters of a line that an error repeats


def is_plan(text: str) -> bool:
    r"""Tell whether the first line besides comments is an action of the domain.

    >>> is_plan("; found\n(move player-01 pos-2-2 pos-3-2 dir-right)"), is_plan("(2(rU))")
    (True, False)
    """
    actions = (bare for line in split_lines(text) if (bare := line.partition(";")[0].strip()))
    name, *named = words_of_action(next(actions, "")) or [""]
    return name in _PARAMETERS and bool(named)


def words_of_action(line: str) -> list[str]:
    """Return the name and parameters of an action in lower case; empty for another line (F21).

    >>> words_of_action("0: (move player-01 pos-2-2 pos-3-2 dir-right) [1]")[-1], words_of_action("move a b")
    ('dir-right', [])
    """
    match = _ACTION.fullmatch(line.strip())
    if match is None:
        return []
    words = (match[1] if match[1] is not None else match[2]).lower().split()
    if match[1] is None and (not words or words[-1] not in DIRECTIONS):
        return []
    return words or [""]


def lurd_of_plan(level: Level, text: str) -> str:
    r"""Return the steps of a plan for the level's problem. It need not end in a solved state.

    Rule F21: a plan is one action a line (docs/reference/formats.md).
    Rule F22: each action is one of the domain, names things as they stand then, and is legal.

    Raises `ParseError` with the line.

    >>> level = Level.parse("######\n#@ $.#\n######")
    >>> move = "(move player-01 pos-2-2 pos-3-2 dir-right)"
    >>> lurd_of_plan(level, f"{move}\n(push-to-goal player-01 stone-01 pos-3-2 pos-4-2 pos-5-2 dir-right)")
    'rR'
    >>> lurd_of_plan(level, f"{move}\n{move}")
    Traceback (most recent call last):
    sokospec.errors.ParseError: line 2: FROM must be pos-3-2, not pos-2-2; is the plan for another level? [F22]
    """
    play = _Play(level)
    letters: list[str] = []
    costs: list[tuple[int, re.Match[str]]] = []
    for number, line in enumerate(split_lines(text), start=1):
        action, _, comment = line.partition(";")
        if cost := _COST.match(comment.strip()):
            costs.append((number, cost))
        if action.strip():
            letters.append(play.do(_words(number, action.strip()), number))
    lurd = "".join(letters)
    for number, cost in costs:
        _check_cost(number, cost, lurd)
    return lurd


def _words(number: int, action: str) -> Sequence[str]:
    words = words_of_action(action)
    if not words:
        message = f"{_short(action)} is not an action; write one a line, as (move {_PLAYER} pos-2-2 pos-3-2 dir-right)"
        raise ParseError("F21", message, number)
    name, *named = words
    if name not in _PARAMETERS:
        known = ", ".join(_PARAMETERS)
        raise ParseError("F22", f"the domain has no action {_short(name)}; it has {known}", number)
    wanted = _PARAMETERS[name].split()
    if len(named) != len(wanted):
        message = f"'{name}' names {len(named)} things; it takes {len(wanted)}: {_PARAMETERS[name]}"
        raise ParseError("F22", message, number)
    return [name, *named]


def _check_cost(number: int, cost: re.Match[str], lurd: str) -> None:
    pushes = sum(letter.isupper() for letter in lurd)
    unit = (cost[2] or "").lower() == "unit"
    counted, what = (len(lurd), "steps") if unit else (pushes, "pushes")
    if cost[1] != str(counted):
        message = f"the plan says it costs {_short(cost[1])} but has {counted} {what}; is all of it there?"
        raise ParseError("F21", message, number)


def _short(text: str) -> str:
    return repr(text if len(text) <= _SHORTEN else text[: _SHORTEN - 3] + "...")


class _Play:
    def __init__(self, level: Level) -> None:
        self.level = level
        self.state = level.state
        self.stones = _stones_of(level)
        self.places = {_place_name(square): square for square in _squares_in_play(level)}

    def do(self, words: Sequence[str], number: int) -> str:
        name = words[0]
        named = dict(zip(_PARAMETERS[name].split(), words[1:], strict=True))
        self._check_names(named, number)
        self._expect(named, {"FROM" if name == MOVE else "BEHIND": self.state.player}, number)
        direction = DIRECTIONS[named["DIRECTION"]]
        ahead = neighbour(self.state.player, direction)
        try:
            after = step(self.level.board, self.state, direction)
        except IllegalStep as error:
            where = f"{named['DIRECTION']} from {_place_name(self.state.player)}"
            raise ParseError("F22", f"'{name}' {where} is illegal: {error.reason}", number) from None
        pushed = is_push(self.state, after)
        if pushed != (name != MOVE):
            what, then = ("a", ": that is a push") if pushed else ("no", "")
            raise ParseError("F22", f"'{name}': there is {what} box on {_place_name(ahead)}{then}", number)
        if pushed:
            self._push(name, named, ahead, neighbour(ahead, direction), number)
        else:
            self._expect(named, {"TO": ahead}, number)
        self.state = after
        return direction.letter.upper() if pushed else direction.letter

    def _push(self, name: str, named: Mapping[str, str], box: Square, landing: Square, number: int) -> None:
        self._expect(named, {"FROM": box, "TO": landing}, number)
        stone = named["STONE"]
        if self.stones[stone] != box:
            message = f"{stone} stands on {_place_name(self.stones[stone])}, not on {_place_name(box)}"
            raise ParseError("F22", f"{message}; {_ANOTHER}", number)
        right = _PUSH_TO_GOAL if landing in self.level.goals else _PUSH_TO_NONGOAL
        if name != right:
            raise ParseError("F22", f"a push to {_place_name(landing)} is '{right}', not '{name}'", number)
        self.stones[stone] = landing

    def _check_names(self, named: Mapping[str, str], number: int) -> None:
        others: dict[str, Collection[str]] = {"PLAYER": (_PLAYER,), "STONE": self.stones, "DIRECTION": DIRECTIONS}
        for role, word in named.items():
            known = others.get(role, self.places)
            if word not in known:
                message = f"the problem has no {_short(word)} for {role} (it has {', '.join(list(known)[:4])}"
                more = ", ...)" if len(known) > 4 else ")"
                raise ParseError("F22", f"{message}{more}; {_ANOTHER}", number)

    def _expect(self, named: Mapping[str, str], squares: Mapping[str, Square], number: int) -> None:
        for role, square in squares.items():
            if named[role] != _place_name(square):
                message = f"{role} must be {_place_name(square)}, not {named[role]}; {_ANOTHER}"
                raise ParseError("F22", message, number)
