"""Exhaustive search, exact for every objective."""

from __future__ import annotations

import heapq
from collections.abc import Sequence, Set
from operator import add

from sokospec.answer import Answer, Objective, Verdict
from sokospec.board import Board, Direction, Level, Square, State, neighbour
from sokospec.limits import Interrupted, LimitReached, Limits, Meter, peak_rss_mib
from sokospec.rules import Push, is_push, is_solved, normalise, pushes, steps


def search_exhaustively(level: Level, objective: Objective = Objective.PUSHES, limits: Limits | None = None) -> Answer:
    r"""Return an optimal solution, or prove by exhaustion that no solution exists.

    Rule V1: a level is unsolvable when no state that can be reached from its first one is solved.

    Ctrl-C raises `Interrupted` with the bound proved so far.

    >>> answer = search_exhaustively(Level.parse("######\n#@$ .#\n######"))
    >>> str(answer.verdict), answer.lurd, answer.pushes
    ('OPTIMAL', 'RR', 2)
    >>> str(search_exhaustively(Level.parse("#####\n#@ .#\n#$  #\n#####")).verdict)
    'UNSOLVABLE'
    """
    meter = Meter(limits or Limits())
    search = _StepSearch(level, objective) if "moves" in objective.counts else _PushSearch(level)
    verdict, lurd, interrupted = Verdict.UNSOLVABLE, None, False
    try:
        lurd = search.run(meter)
        if lurd is not None:
            verdict = Verdict.SOLVED if objective is Objective.ANY else Verdict.OPTIMAL
    except LimitReached as limit:
        verdict = limit.verdict
    except MemoryError:
        verdict = Verdict.LIMIT_MEMORY
    except KeyboardInterrupt:
        verdict, interrupted = Verdict.LIMIT_TIME, True
    bound = None if verdict is Verdict.UNSOLVABLE else search.bound
    answer = Answer(verdict, objective, lurd, bound, meter.expanded, meter.generated, meter.seconds, peak_rss_mib())
    if interrupted:
        raise Interrupted(answer)
    return answer


class _PushSearch:
    def __init__(self, level: Level) -> None:
        self.level = level
        self.bound = 0

    def run(self, meter: Meter) -> str | None:
        board, start = self.level.board, normalise(self.level.board, self.level.state)
        came_by: dict[State, tuple[State, Push] | None] = {start: None}
        layer = [start]
        while layer:
            following = []
            for state in layer:
                if is_solved(board, state):
                    return push_path_lurd(self.level, _path(came_by, state))
                meter.expand(self.bound)
                for push, after in pushes(board, state):
                    meter.generated += 1
                    reached = normalise(board, after)
                    if reached not in came_by:
                        came_by[reached] = (state, push)
                        following.append(reached)
            layer = following
            self.bound += 1
        return None


def _path(came_by: dict[State, tuple[State, Push] | None], state: State) -> list[Push]:
    path = []
    while (step_before := came_by[state]) is not None:
        state, push = step_before
        path.append(push)
    return path[::-1]


def push_path_lurd(level: Level, path: Sequence[Push]) -> str:
    r"""Return the LURD of pushes, with a shortest walk before each.

    >>> level = Level.parse("######\n#  $.#\n#@   #\n######")
    >>> push_path_lurd(level, [Push(Square(1, 3), Direction.RIGHT)])
    'urR'
    """
    state = level.state
    parts = []
    for box, direction in path:
        behind = level.board.beyond[box][direction.opposite]
        landing = level.board.beyond[box][direction]
        assert behind is not None and landing is not None, "the path holds legal pushes only"
        parts.append(walk(level.board, state, behind) + direction.letter.upper())
        state = State(state.boxes - {box} | {landing}, box)
    return "".join(parts)


def walk(board: Board, state: State, target: Square) -> str:
    r"""Return a shortest walk to a reachable square.

    >>> level = Level.parse("######\n#  $.#\n#@   #\n######")
    >>> walk(level.board, level.state, Square(1, 2))
    'ur'
    """
    found = find_walk(board, state.boxes, state.player, target)
    assert found is not None, "the target is reachable"
    return found


def find_walk(board: Board, boxes: Set[Square], start: Square, target: Square) -> str | None:
    """Return a shortest walk between two squares; None if the boxes part them."""
    came_by: dict[Square, tuple[Square, Direction] | None] = {start: None}
    layer = [start]
    while target not in came_by:
        following = []
        for square in layer:
            for direction in Direction:
                ahead = board.beyond[square][direction]
                if ahead is not None and ahead not in boxes and ahead not in came_by:
                    came_by[ahead] = (square, direction)
                    following.append(ahead)
        if not following:
            return None
        layer = following
    letters = []
    while (step_before := came_by[target]) is not None:
        target, direction = step_before
        letters.append(direction.letter)
    return "".join(reversed(letters))


class _StepSearch:
    """Dijkstra's algorithm over lexicographic costs; every step adds a positive cost."""

    def __init__(self, level: Level, objective: Objective) -> None:
        self.level = level
        self.start_cost = objective.cost(0, 0)
        self.step_costs = (objective.cost(1, 0), objective.cost(1, 1))  # of a move, and of a push
        self.bound = 0

    def run(self, meter: Meter) -> str | None:
        board, start = self.level.board, self.level.state
        best: dict[State, tuple[int, ...]] = {start: self.start_cost}
        came_by: dict[State, State] = {}
        done: set[State] = set()
        queue = [(self.start_cost, 0, start)]
        while queue:
            cost, _, state = heapq.heappop(queue)
            if state in done:
                continue
            done.add(state)
            self.bound = cost[0]
            if is_solved(board, state):
                return _steps_lurd(came_by, state)
            meter.expand(self.bound)
            for _, after in steps(board, state):
                meter.generated += 1
                reached_at = tuple(map(add, cost, self.step_costs[is_push(state, after)]))
                if after not in best or reached_at < best[after]:
                    best[after] = reached_at
                    came_by[after] = state
                    heapq.heappush(queue, (reached_at, meter.generated, after))
        return None


def _steps_lurd(came_by: dict[State, State], state: State) -> str:
    letters = []
    while state in came_by:
        before = came_by[state]
        letter = next(each for each in Direction if neighbour(before.player, each) == state.player).letter
        letters.append(letter.upper() if is_push(before, state) else letter)
        state = before
    return "".join(reversed(letters))
