"""Claims about normalising levels: what each step keeps."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from claims.ledger import Claim, Trial
from claims.scopes import Table
from sokospec import Board, Level, State, reachable
from sokospec.errors import InvalidLevel
from sokospec.limits import require_verdict
from sokospec.oracle import Objective, search_exhaustively
from sokospec.rules import pushes
from sokospec.transform.normal_form import immovable_boxes, normal_form
from sokospec.transform.normal_grid import LevelGrid

Step = Callable[[Level], Level]


def walls_for_immovable(level: Level) -> Level:
    """Turn every box that can never move into a wall, and its goal too if it stands on one."""
    grid = LevelGrid(level)
    held = grid.squares(immovable_boxes(grid))
    left = level.boxes - held
    goals = level.goals - held
    board = Board(level.board.width, level.board.height, level.walls | held, goals)
    return Level(board, State(left, level.player))


def without_unreachable_boxes(level: Level) -> Level:
    """Take away every box that the player cannot get beside even if all boxes are gone, and as many goals there."""
    within = reachable(level.board, State(frozenset(), level.player))
    left = level.boxes & within
    goals = level.goals & within
    board = Board(level.board.width, level.board.height, level.walls, goals)
    return Level(board, State(left, level.player))


def fill_dead_ends(level: Level) -> Level:
    """Turn every square with three walls around it into a wall, whatever it holds but the player and boxes."""
    ends = {
        square
        for square in level.board.floor
        if level.board.beyond[square].count(None) >= 3 and square not in level.boxes and square != level.player
    }
    board = Board(level.board.width, level.board.height, level.walls | ends, level.goals - ends)
    return Level(board, level.state)


def fill_empty_dead_ends(level: Level) -> Level:
    """Turn every square without a goal, box or player with three walls around it into a wall."""
    ends = {
        square
        for square in level.board.floor
        if level.board.beyond[square].count(None) >= 3
        and square not in level.boxes | level.goals
        and square != level.player
    }
    return Level(Board(level.board.width, level.board.height, level.walls | ends, level.goals), level.state)


def walk_to_first_push(level: Level) -> Level:
    """Where only one push is possible, put the player behind that box at once."""
    possible = list(pushes(level.board, level.state))
    if len(possible) != 1:
        return level
    (push, _) = possible[0]
    behind = level.board.beyond[push.box][push.direction.opposite]
    assert behind is not None, "the push is possible"
    return Level(level.board, State(level.boxes, behind))


def named(*steps: str) -> Step:
    """Return steps of `sokospec.transform.normal_form`."""
    return lambda level: normal_form(level, steps).level


def keeps(step: Step, *, moves: bool) -> Callable[[Table], Iterator[Trial]]:
    """Return the claim that a step keeps whether a level is solvable, and its fewest pushes (or moves)."""
    objective = Objective.MOVES if moves else Objective.PUSHES

    def rule(table: Table) -> Iterator[Trial]:
        for state in table.states:
            for player in sorted(reachable(table.board, state)) if moves else [state.player]:
                level = Level(table.board, State(state.boxes, player))
                try:
                    after = step(level)
                except InvalidLevel:
                    yield Trial(False, level.state)
                    continue
                if after != level:
                    answer = require_verdict(search_exhaustively(after, objective))
                    best = table.moves[level.state] if moves else table.distance[state]
                    yield Trial((answer.moves if moves else answer.pushes) == best, level.state)

    return rule


STEPS_FOR_MOVES = ("immovable", "unreachable", "dead-ends", "outer-walls", "trim", "symmetry")

CLAIMS = (
    Claim(
        "normal-immovable",
        "Boxes that can never move can become walls.",
        "",
        False,
        "Without a box off the goals that cannot move the level may be solvable, or have no box left. True on "
        "goals, where another box is left: `normal-steps`.",
        keeps(walls_for_immovable, moves=False),
    ),
    Claim(
        "normal-unreachable-boxes",
        "Boxes that the player can never get to can be removed: solvability stays.",
        "",
        False,
        "Off the goals they make the level unsolvable. True if all are on goals: `normal-steps`.",
        keeps(without_unreachable_boxes, moves=False),
        counterexample="########\n#@$.#$.#\n########",
    ),
    Claim(
        "normal-dead-ends",
        "A square with walls on three sides, without box and player, can become a wall.",
        "",
        False,
        "It may be a goal. True if not: `normal-empty-dead-ends`.",
        keeps(fill_dead_ends, moves=False),
    ),
    Claim(
        "normal-empty-dead-ends",
        "A square with walls on three sides, without goal, box and player, can become a wall: the fewest moves stay.",
        "sokospec.transform.normal_form",
        True,
        "A box pushed there is dead (`corner`). The player comes back with nothing changed.",
        keeps(fill_empty_dead_ends, moves=True),
        most_squares=6,
        most_boxes=2,
        on_random_levels=False,
    ),
    Claim(
        "normal-steps",
        "The steps immovable, unreachable, dead-ends, outer-walls, trim and symmetry keep solvability and the "
        "fewest moves.",
        "sokospec.transform.normal_form",
        True,
        "The docstring of each step. tests/property tests that solutions stay too.",
        keeps(named(*STEPS_FOR_MOVES), moves=True),
        most_squares=5,
        most_boxes=2,
        on_random_levels=False,
    ),
    Claim(
        "normal-player-pushes",
        "All steps together, with the player on the first square of his region, keep the fewest pushes.",
        "sokospec.transform.normal_form",
        True,
        "Pushes depend on the region only.",
        keeps(lambda level: normal_form(level).level, moves=False),
        most_squares=5,
        most_boxes=2,
        on_random_levels=False,
    ),
    Claim(
        "normal-player-moves",
        "All steps together, with the player on the first square of his region, keep the fewest moves.",
        "",
        False,
        "The first walk changes.",
        keeps(named("player"), moves=True),
    ),
    Claim(
        "normal-first-push",
        "If only one push is possible, putting the player behind that box keeps the fewest moves.",
        "",
        False,
        "They decrease by the walk.",
        keeps(walk_to_first_push, moves=True),
    ),
)
