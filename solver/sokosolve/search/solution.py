"""Conversion of the pushes of a search to LURD."""

from __future__ import annotations

from dataclasses import dataclass

from sokosolve.level.level_tables import LevelTables
from sokosolve.level.world import World
from sokosolve.search.store import States, parent_of
from sokospec.board import Board, Direction, Level, Square


@dataclass(frozen=True, slots=True)
class Run:
    """Box square, direction, and number of consecutive pushes."""

    box: Square
    direction: Direction
    pushes: int


def forward_runs(world: World, states: States, tables: LevelTables, state: int) -> list[Run]:
    """Return the pushes from the first state to a state of a forward search.

    The length of a run follows from the boxes: the costs of parents may have decreased since.
    """
    runs = []
    while state != 0:
        parent = parent_of(states, state)
        runs.append(_run(world, states, tables, parent, state))
        state = parent
    return runs[::-1]


def find_moved_box(world: World, states: States, before: int, after: int) -> tuple[int, int]:
    w = world.floor.words
    squares = []
    for one, other in ((before, after), (after, before)):
        for j in range(w):
            moved = int(states.words[one * w + j]) & ~int(states.words[other * w + j])
            if moved:
                squares.append(int(world.floor.square_of[64 * j + moved.bit_length() - 1]))
    assert len(squares) == 2, "a push moves a box"
    return squares[0], squares[1]


def backward_runs(world: World, states: States, tables: LevelTables, state: int) -> list[Run]:
    """Return the pushes from a backward search's state to a solved one."""
    runs = []
    while (parent := parent_of(states, state)) != state:
        runs.append(_run(world, states, tables, state, parent))
        state = parent
    return runs


def _run(world: World, states: States, tables: LevelTables, before: int, after: int) -> Run:
    box, landing = find_moved_box(world, states, before, after)
    beyond, n = tables.floor.beyond, tables.floor.n
    for direction in Direction:
        square, pushes = box, 0
        while square not in (landing, n):
            square, pushes = int(beyond[square * 4 + direction]), pushes + 1
        if square == landing:
            return Run(tables.squares[box], direction, pushes)
    raise AssertionError("a run pushes a box in a straight line")


def lurd_of(level: Level, runs: list[Run]) -> str:
    """Return the LURD of runs of pushes, with shortest walks."""
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
