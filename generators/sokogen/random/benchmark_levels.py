"""Random benchmark levels of a given difficulty, or without solution."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from itertools import count
from random import Random
from typing import NamedTuple

from sokogen.draws import below, choice, sample
from sokogen.random.level_changes import ON_THE_SAME_FLOOR, enlarge
from sokogen.random.random_levels import FloorKind, board_of_floor, random_floor
from sokogen.small.retrograde import Layers, layers, pushes_alone
from sokogen.small.small_levels import inside_of
from sokospec.answer import Answer, Objective, Verdict
from sokospec.board import Direction, Level, Square, State, neighbour
from sokospec.certificates.grid import Grid
from sokospec.limits import LimitReached, Limits, Meter
from sokospec.rules import pushes
from sokospec.transform.normal_form import normal_form


@dataclass(frozen=True, slots=True)
class LevelWish:
    """Requested properties of levels.

    `min_length` counts the objective's first measure. `changes` is the number of changes tried to a board without
    distant states; `curated` tries all. `unsolvable` asks for levels without solution in which every box alone could
    reach a goal.
    """

    height: int = 5
    width: int = 5
    squares: int = 20
    boxes: int = 2
    kind: FloorKind = FloorKind.SCATTERED
    objective: Objective = Objective.PUSHES
    min_length: int = 1
    changes: int = 30
    curated: bool = False
    states: int = 20_000
    unsolvable: bool = False

    def __post_init__(self) -> None:
        if self.squares > self.height * self.width:
            raise ValueError(f"an inside of {self.height} x {self.width} has no room for {self.squares} floor squares")
        if not 1 <= self.boxes <= self.squares - 2:
            raise ValueError(
                f"{self.squares} floor squares are enough for 1 to {self.squares - 2} boxes that can be pushed, "
                f"not for {self.boxes}"
            )

    @property
    def by_moves(self) -> bool:
        """Whether solutions are measured in moves."""
        return self.objective.counts[0] == "moves"

    def length(self, answer: Answer) -> int | None:
        """Return the length in the objective's first measure, or None."""
        return answer.moves if self.by_moves else answer.pushes


class AttemptOutcome(StrEnum):
    """Outcome of an attempt."""

    TAKEN = "taken"
    NEAR = "no state far enough away"
    SHORT = "shortest solution too short"
    FIXED = "a box that never moves"
    PLAIN = "plainly dead"
    SOLVABLE = "solvable"
    TWICE = "there before, up to symmetry"
    LIMIT = "limit reached"


class LevelAttempt(NamedTuple):
    """An attempt's outcome."""

    outcome: AttemptOutcome
    level: Level | None = None
    answer: Answer | None = None


_Solve = Callable[[Level, Objective], Answer]
"""The solver that decides every level."""


def attempts(
    wish: LevelWish,
    seed: int,
    solve: _Solve,
    *,
    plain: Callable[[Level], bool] = lambda _: False,
    vain: Callable[[Level], int | None] | None = None,
    limits: Limits | None = None,
) -> Iterator[LevelAttempt]:
    r"""Yield endless attempts, which depend only on the seed; those with outcome `TAKEN` meet the wish.

    `plain` rejects too simple unsolvable levels; `vain` measures their reachable states, which changes increase.
    Raises `AssertionError` if the solver contradicts the backward search.

    >>> from sokospec.oracle import search_exhaustively
    >>> wish = LevelWish(height=4, width=4, squares=13, min_length=8)
    >>> made = next(made for made in attempts(wish, 1, search_exhaustively) if made.outcome is AttemptOutcome.TAKEN)
    >>> print(made.level, made.answer.pushes, sep="\n")
    ######
    #@ .##
    ##$$ #
    #   .#
    #   ##
    ######
    8
    """
    known: set[str] = set()
    for number in count():
        rng = Random(f"{seed} {number}")
        drawn: tuple[Level, int | None] | AttemptOutcome
        try:
            drawn = (
                _unsolvable(rng, wish, plain, vain)
                if wish.unsolvable
                else _far_away(rng, wish, Meter(limits or Limits()))
            )
        except LimitReached:
            yield LevelAttempt(AttemptOutcome.LIMIT)
            continue
        if isinstance(drawn, AttemptOutcome):
            yield LevelAttempt(drawn)
            continue
        level, distance = drawn
        form = normal_form(level).level
        if len(form.boxes) < wish.boxes:
            yield LevelAttempt(AttemptOutcome.FIXED, level)
            continue
        if str(form) in known:
            yield LevelAttempt(AttemptOutcome.TWICE, level)
            continue
        answer = solve(level, wish.objective)
        outcome = _outcome_of(wish, level, answer, distance)
        if outcome is AttemptOutcome.TAKEN:
            known.add(str(form))
        yield LevelAttempt(outcome, level, answer)


def _outcome_of(wish: LevelWish, level: Level, answer: Answer, distance: int | None) -> AttemptOutcome:
    if answer.verdict not in (Verdict.OPTIMAL, Verdict.UNSOLVABLE):
        return AttemptOutcome.LIMIT
    length = wish.length(answer)
    if wish.unsolvable:
        return AttemptOutcome.TAKEN if length is None else AttemptOutcome.SOLVABLE
    if length is None or length != distance is not None:
        raise AssertionError(f"the solver says {answer.verdict} {length}, going backwards {distance}:\n{level}")
    return AttemptOutcome.TAKEN if length >= wish.min_length else AttemptOutcome.SHORT


def _far_away(rng: Random, wish: LevelWish, meter: Meter) -> tuple[Level, int | None] | AttemptOutcome:
    def backwards(floor: list[Square], goals: list[Square]) -> Layers:
        board = board_of_floor(wish.height, wish.width, floor, goals)
        return layers(board, rng, by_moves=wish.by_moves, states=wish.states, depth=wish.min_length, meter=meter)

    floor = random_connected_floor(rng, wish.kind, wish.height, wish.width, wish.squares)
    goals = sample(rng, floor, wish.boxes)
    found = backwards(floor, goals)
    for _ in range(wish.changes):
        if found.farthest >= wish.min_length and not wish.curated:
            break
        other_floor, other_goals = change_floor(rng, floor, goals, inside_of(wish.height, wish.width))
        other = backwards(other_floor, other_goals)
        if other.farthest >= found.farthest:
            floor, goals, found = other_floor, other_goals, other
    if found.farthest < wish.min_length:
        return AttemptOutcome.NEAR
    return found.draw_level(rng, found.farthest if wish.curated else wish.min_length)


def _unsolvable(
    rng: Random, wish: LevelWish, plain: Callable[[Level], bool], vain: Callable[[Level], int | None] | None
) -> tuple[Level, None] | AttemptOutcome:
    floor = random_connected_floor(rng, wish.kind, wish.height, wish.width, wish.squares)
    board = board_of_floor(wish.height, wish.width, floor, sample(rng, floor, wish.boxes))
    grid = Grid(board)
    alive = sorted(square for mask in pushes_alone(grid) for square in grid.squares(mask))
    boxes = frozenset(sample(rng, alive, wish.boxes))
    player = choice(rng, [square for square in floor if square not in boxes])
    level = Level(board, State(boxes, player))
    if vain is not None:
        larger = enlarge(rng, level, vain, wish.changes, ON_THE_SAME_FLOOR)
        if larger is None:
            return AttemptOutcome.SOLVABLE
        level = larger
    if plain(level) or next(pushes(board, level.state), None) is None:
        return AttemptOutcome.PLAIN
    return level, None


def random_connected_floor(rng: Random, kind: FloorKind, height: int, width: int, squares: int) -> list[Square]:
    """Return a connected floor with `squares` squares.

    >>> len(random_connected_floor(Random(1), FloorKind.ROOMS, 4, 5, 13))
    13
    """
    share = 1 - squares / (height * width)
    piece = largest_piece(rng, random_floor(rng, kind, height, width, share, at_least=squares))[:squares]
    inside = inside_of(height, width)
    while len(piece) < squares:
        piece.append(choice(rng, _beside(piece, inside)))
    return sorted(piece)


def largest_piece(rng: Random, floor: list[Square]) -> list[Square]:
    """Return the largest connected piece, ordered by distance from a random square.

    >>> largest_piece(Random(1), [Square(1, 1), Square(1, 3), Square(1, 4)])
    [Square(row=1, column=3), Square(row=1, column=4)]
    """
    rest, largest = set(floor), [floor[0]]
    for square in floor:
        if square in rest:
            piece = _spread(square, rest)
            rest.difference_update(piece)
            largest = max(largest, piece, key=len)
    return _spread(choice(rng, largest), set(largest))


def change_floor(
    rng: Random, floor: list[Square], goals: list[Square], inside: list[Square]
) -> tuple[list[Square], list[Square]]:
    """Return the floor or the goals with one square moved.

    >>> floor = [Square(1, 1), Square(1, 2), Square(1, 3)]
    >>> change_floor(Random(1), floor, [Square(1, 3)], floor)
    ([Square(row=1, column=1), Square(row=1, column=2), Square(row=1, column=3)], [Square(row=1, column=2)])
    """
    beside = _beside(floor, inside)
    if beside and below(rng, 2):
        more = [*floor, choice(rng, beside)]
        square = choice(rng, floor)
        left = [other for other in more if other != square]
        if square not in goals and len(_spread(left[0], set(left))) == len(left):
            return sorted(left), goals
    kept = sample(rng, goals, len(goals))[1:]
    return floor, [*kept, choice(rng, [square for square in floor if square not in goals])]


def _spread(start: Square, squares: set[Square]) -> list[Square]:
    found, left = [start], squares - {start}
    for square in found:  # the list grows while it is read
        for direction in Direction:
            near = neighbour(square, direction)
            if near in left:
                left.remove(near)
                found.append(near)
    return found


def _beside(floor: list[Square], inside: list[Square]) -> list[Square]:
    near = {neighbour(square, direction) for square in floor for direction in Direction}.difference(floor)
    return [square for square in inside if square in near]
