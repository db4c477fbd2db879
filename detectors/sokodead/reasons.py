"""Reason of a dead state in words and squares, from a detector's evidence."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from sokodead.field import Field
from sokospec.board import Level, Square
from sokospec.certificates import Counting, Evidence, Frozen, Patterns, Prices
from sokospec.errors import quantify

_Squares = tuple[Square, ...]


@dataclass(frozen=True, slots=True)
class _Reason:
    """Squares that matter, in row order, and the reason as a sentence.

    `frozen` boxes stand on goals for good. `boxes` are in trouble: they block each other, cannot all get home, or can
    only get to `goals`. The player is in `region`, if that matters.
    """

    text: str
    boxes: _Squares
    frozen: _Squares = ()
    goals: _Squares = ()
    region: _Squares = ()


def reason_of(level: Level, evidence: Evidence) -> _Reason:
    r"""Return the reason that accepted evidence gives; rows and columns count from 0.

    >>> from sokodead.freeze import freeze
    >>> level = Level.parse("######\n#@   #\n#.$$.#\n######")
    >>> print(reason_of(level, freeze(level)).text)
    the boxes at row 2, column 2 and row 2, column 3 block each other for good; neither is on a goal
    """
    frozen = _find_frozen(evidence)
    field = Field(level.board, frozen)
    boxes, player = field.mask(level.boxes - frozen), field.mask([level.player])
    around = f"as {_places('box', frozen)} can stay for good, " if frozen else ""
    match evidence[-1]:
        case Patterns() as fact:
            region = 0
            for pattern in fact.patterns:
                alone = field.mask(pattern.boxes)
                if pattern.boxes <= level.boxes and field.reachable(field.mask([pattern.player]), alone) & player:
                    region = field.reachable(player, alone)
                    break
            text = around + _pattern_text(field, alone, region)
            return _Reason(
                text, _sort_squares(pattern.boxes), _sort_squares(frozen), region=tuple(field.squares(region))
            )
        case Counting() as fact:
            goals = field.mask(fact.goals)
            squares = field.squares(boxes)
            confined = [box for box in squares if not field.goals_of(field.mask([box]), player) & ~goals]
            text = around + _text_of_counting(confined, fact.goals)
            return _Reason(text, tuple(confined), _sort_squares(frozen), _sort_squares(fact.goals))
        case Prices():
            lost = [box for box in field.squares(boxes) if not field.goals_of(field.mask([box]), player)]
            return _Reason(
                f"{around}{_places('box', lost)} can be pushed to no goal", tuple(lost), _sort_squares(frozen)
            )
        case _:
            raise ValueError("the last fact of evidence proves no state dead")


def _find_frozen(evidence: Evidence) -> frozenset[Square]:
    by_number = {fact.number: fact for fact in evidence if isinstance(fact, Frozen)}
    boxes: set[Square] = set()
    within = evidence[-1].within
    while within is not None:
        boxes |= by_number[within].pattern.boxes
        within = by_number[within].within
    return frozenset(boxes)


def _pattern_text(field: Field, boxes: int, region: int) -> str:
    squares = field.squares(boxes)
    subject = _places("box", squares)
    if len(squares) == 1:
        return f"{subject} can be pushed to no goal"
    if any(True for _ in field.pushes(boxes, region)):
        return f"{subject} cannot all get to goals, even without the other boxes"
    return f"{subject} block each other for good; {_off_goals(squares, field.squares(boxes & ~field.goals))}"


def _off_goals(boxes: Sequence[Square], away: Sequence[Square]) -> str:
    if len(away) < len(boxes):
        return f"{_places('box', away)} {'is not on a goal' if len(away) == 1 else 'are not on goals'}"
    return "neither is on a goal" if len(boxes) == 2 else "none is on a goal"


def _text_of_counting(boxes: Sequence[Square], goals: Collection[Square]) -> str:
    subject = _places("box", boxes)
    if not goals:
        return f"{subject} can be pushed to no goal"
    counts = f"{quantify(len(boxes), 'box')}, {quantify(len(goals), 'goal')}"
    return f"{subject} can only get to {_places('goal', goals)}: {counts}"


def _places(noun: str, squares: Collection[Square]) -> str:
    plural = "" if len(squares) == 1 else "es" if noun == "box" else "s"
    return f"the {noun}{plural} at {_list_names([_place(square) for square in sorted(squares)])}"


def _place(square: Square) -> str:
    return f"row {square.row}, column {square.column}"


def _list_names(items: Sequence[str]) -> str:
    if len(items) <= 2:
        return " and ".join(items)
    return f"{'; '.join(items[:-1])}; and {items[-1]}"


def _sort_squares(squares: Collection[Square]) -> _Squares:
    return tuple(sorted(squares))
