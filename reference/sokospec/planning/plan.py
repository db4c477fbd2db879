"""Plans in the format of the IPC, checked and converted to LURD."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence

from sokospec.board import Direction, Level, Square, neighbour
from sokospec.errors import IllegalStep, ParseError
from sokospec.formats.lines import split_lines
from sokospec.planning.pddl import (
    MOVE,
    PLAYER,
    PUSH_TO_GOAL,
    PUSH_TO_NONGOAL,
    direction_name,
    place_name,
    squares_in_play,
    stones_of,
)
from sokospec.rules import is_push, step

_ACTION = re.compile(
    r"(?:[0-9]++(?:\.[0-9]++)?\s*+:\s*+)?"  # the time
    r"(?:\(([^()]*+)\)|([^()\[\]:]++))"
    r"(?:\s*+[\[(]\s*+[0-9]++(?:\.[0-9]++)?\s*+[\])])?"  # the duration, or the cost
)
_COST = re.compile(r"cost\s*=\s*(\S+)(?:\s*\((general|unit) cost\))?", re.IGNORECASE)

_PARAMETERS = {
    MOVE: "PLAYER FROM TO DIRECTION",
    PUSH_TO_GOAL: "PLAYER STONE BEHIND FROM TO DIRECTION",
    PUSH_TO_NONGOAL: "PLAYER STONE BEHIND FROM TO DIRECTION",
}
"""Actions of the domain with their parameters."""

DIRECTIONS = {direction_name(direction): direction for direction in Direction}
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
        message = f"{_short(action)} is not an action; write one a line, as (move {PLAYER} pos-2-2 pos-3-2 dir-right)"
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
        self.stones = stones_of(level)
        self.places = {place_name(square): square for square in squares_in_play(level)}

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
            where = f"{named['DIRECTION']} from {place_name(self.state.player)}"
            raise ParseError("F22", f"'{name}' {where} is illegal: {error.reason}", number) from None
        pushed = is_push(self.state, after)
        if pushed != (name != MOVE):
            what = f"is a box on {place_name(ahead)}: that is a push" if pushed else f"is no box on {place_name(ahead)}"
            raise ParseError("F22", f"'{name}': there {what}", number)
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
            message = f"{stone} stands on {place_name(self.stones[stone])}, not on {place_name(box)}"
            raise ParseError("F22", f"{message}; {_ANOTHER}", number)
        right = PUSH_TO_GOAL if landing in self.level.goals else PUSH_TO_NONGOAL
        if name != right:
            raise ParseError("F22", f"a push to {place_name(landing)} is '{right}', not '{name}'", number)
        self.stones[stone] = landing

    def _check_names(self, named: Mapping[str, str], number: int) -> None:
        others: dict[str, Collection[str]] = {"PLAYER": (PLAYER,), "STONE": self.stones, "DIRECTION": DIRECTIONS}
        for role, word in named.items():
            known = others.get(role, self.places)
            if word not in known:
                message = f"the problem has no {_short(word)} for {role} (it has {', '.join(list(known)[:4])}"
                more = ", ...)" if len(known) > 4 else ")"
                raise ParseError("F22", f"{message}{more}; {_ANOTHER}", number)

    def _expect(self, named: Mapping[str, str], squares: Mapping[str, Square], number: int) -> None:
        for role, square in squares.items():
            if named[role] != place_name(square):
                message = f"{role} must be {place_name(square)}, not {named[role]}; {_ANOTHER}"
                raise ParseError("F22", message, number)
