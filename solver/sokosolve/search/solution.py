"""From the pushes that a search found to a LURD."""

from __future__ import annotations

from dataclasses import dataclass

from sokosolve.level.level_tables import LevelTables
from sokosolve.level.world import World
from sokosolve.search.columns import CLOSED, MOVE, PARENT
from sokosolve.search.store import States
from sokospec.board import Board, Direction, Level, Square


@dataclass(frozen=True, slots=True)
class Run:
    """A box square, a direction, and how many times the box there is pushed that way in a row."""

    box: Square
    direction: Direction
    pushes: int


def forward_runs(world: World, states: States, tables: LevelTables, state: int) -> list[Run]:
    """Return the pushes from the first state to a state of a search forwards.

    How many pushes are one run is told by the boxes: the costs may not, as a parent's may have become less since.
    """
    runs = []
    while state != 0:
        move, parent = int(states.of[state, MOVE]) & ~CLOSED, int(states.of[state, PARENT])
        pushes = _distance(tables, move, _landing(world, states, parent, state))
        runs.append(Run(tables.squares[move >> 2], Direction(move & 3), pushes))
        state = parent
    return runs[::-1]


def _landing(world: World, states: States, before: int, after: int) -> int:
    """Return where the box now stands that a state has elsewhere than the one before."""
    w = world.floor.words
    for j in range(w):
        moved_here = int(states.words[after * w + j]) & ~int(states.words[before * w + j])
        if moved_here:
            return int(world.floor.square_of[64 * j + moved_here.bit_length() - 1])
    raise AssertionError("a push moves a box")


def backward_runs(world: World, states: States, tables: LevelTables, state: int) -> list[Run]:
    """Return the pushes from a state of a search backwards to a solved state."""
    runs = []
    while (parent := int(states.of[state, PARENT])) != state:
        pull = int(states.of[state, MOVE]) & ~CLOSED
        landing = _landing(world, states, parent, state)
        pushes = _distance(tables, pull, landing)
        runs.append(Run(tables.squares[landing], Direction(pull & 3).opposite, pushes))
        state = parent
    return runs


def _distance(tables: LevelTables, move: int, landing: int) -> int:
    """Return how many pushes, or pulls, bring the box of a move in its direction to a square."""
    box, count = move >> 2, 0
    while box != landing:
        box = int(tables.floor.beyond[box * 4 + (move & 3)])
        count += 1
    return count


def lurd_of(level: Level, runs: list[Run]) -> str:
    """Return the runs of pushes with a shortest walk before each."""
    boxes = set(level.boxes)
    player = level.player
    parts = []
    for run in runs:
        box = run.box
        behind = level.board.beyond[box][run.direction.opposite]
        assert behind is not None
        parts.append(_walk(level.board, boxes, player, behind) + run.direction.letter.upper() * run.pushes)
        boxes.remove(box)
        for _ in range(run.pushes):
            landing = level.board.beyond[box][run.direction]
            assert landing is not None
            player, box = box, landing
        boxes.add(box)
    return "".join(parts)


def _walk(board: Board, boxes: set[Square], start: Square, target: Square) -> str:
    """Return a shortest walk, found backwards from the target so that it can be read off forwards."""
    distance = {target: 0}
    for square in (queue := [target]):
        if square == start:
            break  # mostly at once: a solution has as many walks as pushes, and the floor may be large
        for ahead in board.beyond[square]:
            if ahead is not None and ahead not in boxes and ahead not in distance:
                distance[ahead] = distance[square] + 1
                queue.append(ahead)
    letters = []
    while start != target:
        for direction in Direction:
            ahead = board.beyond[start][direction]
            if ahead is not None and distance.get(ahead, -1) == distance[start] - 1:
                letters.append(direction.letter)
                start = ahead
                break
    return "".join(letters)
