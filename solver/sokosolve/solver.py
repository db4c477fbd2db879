"""The fast solver: exact for every objective, with the same kind of answer as the oracle."""

from __future__ import annotations

import time

import numpy as np

from sokosolve import search
from sokosolve.assignment import assign
from sokosolve.queue import LEAST_F1
from sokosolve.reach import first_reachable
from sokosolve.store import Store
from sokosolve.tables import FAR, NO_DISTANCE, Tables, tables_of
from sokospec.answer import Answer, Objective, Verdict
from sokospec.board import Board, Direction, Level, Square
from sokospec.limits import Limits, Progress, peak_rss_mib, rss_mib

EXPANSIONS_PER_CALL = 20_000  # a few hundredths of a second, so that limits, news and Ctrl-C are never far

CODE_OF = {
    Objective.PUSHES: search.PUSHES,
    Objective.MOVES: search.MOVES,
    Objective.PUSHES_MOVES: search.PUSHES_MOVES,
    Objective.MOVES_PUSHES: search.MOVES_PUSHES,
    Objective.ANY: search.PUSHES,
}


def solve(level: Level, objective: Objective = Objective.PUSHES, limits: Limits | None = None) -> Answer:
    """Return an optimal solution of a level, or the proof that it has none; equals `sokospec.oracle.solve`.

    Time and space grow with the states whose cost plus lower bound is below the optimum. A limit, or Ctrl-C, gives a
    limit's verdict with the bound proved so far.
    """
    limits = limits or Limits()
    clock = _Clock(limits)
    tables = tables_of(level)
    if tables is None:
        return _answer(Verdict.UNSOLVABLE, objective, None, None, None, clock)
    if not len(tables.boxes):
        return _answer(_found(objective), objective, "", 0, None, clock)
    bound = first_bound(tables)
    if bound >= FAR:
        return _answer(Verdict.UNSOLVABLE, objective, None, None, None, clock)
    code = CODE_OF[objective]
    exact = code != search.PUSHES
    store = Store(tables)
    player = tables.player if exact else _region(tables)
    store.start([int(box) for box in tables.boxes], player, bound, tables, lexicographic=code >= search.PUSHES_MOVES)
    verdict, interrupted = Verdict.UNSOLVABLE, False
    lurd = None
    try:
        while True:
            outcome = _run(store, tables, code)
            if outcome == search.SOLVED:
                verdict = _found(objective)
                lurd = _lurd(level, tables, _path(store))
                break
            if outcome == search.EXHAUSTED:
                break
            if outcome == search.NEED_ROOM:
                if limits.mib is not None and rss_mib() + store.growth() / 2**20 > limits.mib:
                    verdict = Verdict.LIMIT_MEMORY
                    break
                store.grow()
            elif outcome == search.NEED_BUCKETS:
                store.add_buckets()
            if clock.is_over(store):
                verdict = Verdict.LIMIT_TIME
                break
    except KeyboardInterrupt:
        verdict, interrupted = Verdict.LIMIT_TIME, True
    except MemoryError:
        verdict = Verdict.LIMIT_MEMORY
    least = None if verdict is Verdict.UNSOLVABLE else int(store.place[LEAST_F1])
    return _answer(verdict, objective, lurd, least, store, clock, interrupted=interrupted)


class _Clock:
    """Keeps the time limit and tells the news."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.started = time.monotonic()

    @property
    def seconds(self) -> float:
        return time.monotonic() - self.started

    def is_over(self, store: Store) -> bool:
        if self.limits.report is not None:
            expanded, generated = int(store.counts[search.EXPANDED]), int(store.counts[search.GENERATED])
            least = int(store.place[LEAST_F1])
            self.limits.report(Progress(expanded, generated, least, self.seconds, rss_mib()))
        return self.limits.seconds is not None and self.seconds >= self.limits.seconds


def _found(objective: Objective) -> Verdict:
    return Verdict.SOLVED if objective is Objective.ANY else Verdict.OPTIMAL


def _answer(
    verdict: Verdict,
    objective: Objective,
    lurd: str | None,
    bound: int | None,
    store: Store | None,
    clock: _Clock,
    *,
    interrupted: bool = False,
) -> Answer:
    return Answer(
        verdict,
        objective,
        lurd,
        bound,
        0 if store is None else int(store.counts[search.EXPANDED]),
        0 if store is None else int(store.counts[search.GENERATED]),
        clock.seconds,
        peak_rss_mib(),
        interrupted,
    )


def first_bound(tables: Tables) -> int:
    """Return the lower bound of the first state: its least assignment of boxes to goals, in pushes; FAR if none."""
    k = len(tables.boxes)
    cost = np.zeros((k, k), dtype=np.int32)
    for i, box in enumerate(tables.boxes):
        side = tables.sides[box * len(tables.squares) + tables.player]
        row = tables.distance[:, box, side].astype(np.int32)
        cost[i] = np.where(row == NO_DISTANCE, FAR, row)
    scratch = [np.zeros(k, dtype=np.int32) for _ in range(7)]
    return int(assign(cost, k, *scratch))


def _region(tables: Tables) -> int:
    """Return the first square of the player's region at the start."""
    n = len(tables.squares)
    occupied = np.zeros(n + 1, dtype=np.uint8)
    occupied[n] = 1
    occupied[tables.boxes] = 1
    mark = np.zeros(n + 1, dtype=np.uint32)
    return int(first_reachable(tables.player, tables.beyond, occupied, mark, 1, np.zeros(n, dtype=np.int32)))


def _run(store: Store, tables: Tables, code: int) -> int:
    return search.run(
        EXPANSIONS_PER_CALL, len(tables.squares), len(tables.boxes), tables.words, code, code == search.PUSHES,
        tables.reach, tables.beyond, tables.sides, tables.distance, tables.live, tables.bit_of, tables.square_of,
        tables.is_goal, store.zobrist, store.player_key, store.words, store.player, store.first, store.second,
        store.bound, store.parent, store.move, store.closed, store.keys, store.slots, store.heads, store.inner,
        store.entry_state, store.entry_next, store.place, store.counts,
    )  # fmt: skip


def _path(store: Store) -> list[int]:
    """Return the pushes, each as box square * 4 + direction, from the first state to the goal."""
    state = int(store.counts[search.GOAL])
    path = []
    while state != 0:
        path.append(int(store.move[state]))
        state = int(store.parent[state])
    return path[::-1]


def _lurd(level: Level, tables: Tables, path: list[int]) -> str:
    """Return the pushes with a shortest walk before each."""
    boxes = set(level.boxes)
    player = level.player
    parts = []
    for push in path:
        box, direction = tables.squares[push >> 2], Direction(push & 3)
        behind, landing = level.board.beyond[box][direction.opposite], level.board.beyond[box][direction]
        assert behind is not None and landing is not None
        parts.append(_walk(level.board, boxes, player, behind) + direction.letter.upper())
        boxes.remove(box)
        boxes.add(landing)
        player = box
    return "".join(parts)


def _walk(board: Board, boxes: set[Square], start: Square, target: Square) -> str:
    """Return a shortest walk, found backwards from the target so that it can be read off forwards."""
    distance = {target: 0}
    for square in (queue := [target]):
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
