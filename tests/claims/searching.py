"""Claims about searches that are said to return optima."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from heapq import heappop, heappush
from zlib import crc32

from claims.bounds import pulls
from claims.ledger import Claim, Trial
from claims.scopes import Table
from sokospec import Board, Square, State, reachable
from sokospec.rules import normalise, pushes

TUTORIAL = "ShenMian, “Solver”"
Bound = Callable[[Board, State], int]


def manhattan(board: Board, state: State) -> int:
    """Return the sum of the boxes' Manhattan distances to their nearest goals."""
    return sum(min(abs(b.row - g.row) + abs(b.column - g.column) for g in board.goals) for b in state.boxes)


def nearest(board: Board, state: State) -> int:
    """Return the sum of the pushes that each box needs, alone, to its nearest goal; dead boxes count nothing."""
    table = _nearest(board)
    return sum(table.get(normalise(board, State(frozenset({box}), state.player)), 0) for box in state.boxes)


@cache
def _nearest(board: Board) -> dict[State, int]:
    best: dict[State, int] = {}
    for goal in sorted(board.goals):
        for node, least in pulls(board, goal, begin="anywhere").items():
            best[node] = min(least, best.get(node, least))
    return best


def twice_nearest(board: Board, state: State) -> int:
    """Return twice `nearest`, which may be more than the truth."""
    return 2 * nearest(board, state)


def zero(board: Board, state: State) -> int:
    """Return no bound at all."""
    return 0


def astar(
    board: Board, start: State, bound: Bound, *, moves: bool = False, mark_late: bool, newest_first: bool = False
) -> int | None:
    """Return the cost that A* finds, of pushes or of moves, with the oldest of equal priority first, or the newest.

    States are pushes apart; for moves they have the player's exact square, and a walk and a push is a step. With
    `mark_late` a state is closed when it is taken from the queue, otherwise when it is generated.
    """
    first = start if moves else normalise(board, start)
    queue = [(bound(board, first), 0, 0, first)]
    marked = set() if mark_late else {first}
    number = 0
    while queue:
        _, _, cost, state = heappop(queue)
        if mark_late:
            if state in marked:
                continue
            marked.add(state)
        if state.boxes <= board.goals:
            return cost
        walks = _walks(board, state) if moves else {}
        for push, after in pushes(board, state):
            behind = board.beyond[push.box][push.direction.opposite]
            assert behind is not None, "the push is possible"
            reached = after if moves else normalise(board, after)
            if reached in marked:
                continue
            if not mark_late:
                marked.add(reached)
            now = cost + 1 + (walks[behind] if moves else 0)
            number += -1 if newest_first else 1
            heappush(queue, (now + bound(board, reached), number, now, reached))
    return None


def _walks(board: Board, state: State) -> dict[Square, int]:
    found = {state.player: 0}
    queue = [state.player]
    for square in queue:
        for ahead in board.beyond[square]:
            if ahead is not None and ahead not in state.boxes and ahead not in found:
                found[ahead] = found[square] + 1
                queue.append(ahead)
    return found


def finds_optima(bound: Bound, *, moves: bool, mark_late: bool) -> Callable[[Table], Iterator[Trial]]:
    """Return the claim that this A* returns the optimum of every solvable state, the oldest or the newest first."""

    def rule(table: Table) -> Iterator[Trial]:
        for state in table.states:
            if table.distance[state] is None:
                continue
            for player in sorted(reachable(table.board, state)) if moves else [state.player]:
                start = State(state.boxes, player)
                best = table.moves[start] if moves else table.distance[state]
                found = {
                    astar(table.board, start, bound, moves=moves, mark_late=mark_late, newest_first=newest)
                    for newest in (False, True)
                }
                yield Trial(found == {best}, start)

    return rule


def skips_where_overestimated(table: Table) -> Iterator[Trial]:
    """Where twice `nearest` is too much in some state of every shortest solution, A* returns a longer one."""
    board, fair = table.board, dict[State, bool]()  # whether a shortest solution is nowhere overestimated
    for state in sorted(
        (s for s in table.states if table.distance[s] is not None), key=lambda s: table.distance[s] or 0
    ):
        least = table.distance[state] or 0
        following = (normalise(board, after) for _, after in pushes(board, state))
        on_the_way = least == 0 or any(fair.get(after) and table.distance[after] == least - 1 for after in following)
        fair[state] = on_the_way and twice_nearest(board, state) <= least
        if not fair[state]:
            yield Trial(astar(board, state, twice_nearest, mark_late=True) != least, state)


HASH_BITS = 4


def hashed(state: State) -> int:
    """Return the lowest bits of the CRC-32 of a state: the squares of its boxes in row order, and the player's."""
    squares = [*sorted(state.boxes), state.player]
    return crc32(bytes(number for square in squares for number in square)) % (1 << HASH_BITS)


def finds_with_hashes(table: Table) -> Iterator[Trial]:
    """Breadth-first search that knows visited states by their hashes finds the fewest pushes of every state."""
    for start in table.states:
        layer, seen, depth, found = [start], {hashed(start)}, 0, None
        while layer and found is None:
            if any(state.boxes <= table.board.goals for state in layer):
                found = depth
            following = []
            for state in layer:
                for _, pushed in pushes(table.board, state):
                    after = normalise(table.board, pushed)
                    if hashed(after) not in seen:
                        seen.add(hashed(after))
                        following.append(after)
            layer, depth = following, depth + 1
        yield Trial(found == table.distance[start], start)


def exact_player_is_needed(table: Table) -> Iterator[Trial]:
    """The fewest moves of a state are the same wherever in his region the player stands."""
    for state in table.states:
        best = {table.moves[State(state.boxes, player)] for player in reachable(table.board, state)}
        if None not in best:
            yield Trial(len(best) == 1, state)


LONGER_WAY = """\
#########
###@--###
###-$-###
###-#--##
##-----##
##--.####
#########
""".replace("-", " ")

CLAIMS = (
    Claim(
        "astar-marks-early",
        "A* that marks states when generated, bounded by Manhattan distances to the nearest goals, returns "
        "the fewest pushes.",
        "",
        False,
        "A state may first be generated on a longer way. True if states are closed as they leave the queue: "
        "`astar-marks-late`.",
        finds_optima(manhattan, moves=False, mark_late=False),
        counterexample=LONGER_WAY,
    ),
    Claim(
        "astar-marks-early-nearest",
        "A* that marks states when generated, bounded by the pushes that each box needs alone to its nearest "
        "goal, returns the fewest pushes.",
        TUTORIAL,
        True,
        "",
        finds_optima(nearest, moves=False, mark_late=False),
        most_squares=6,
        on_random_levels=False,
    ),
    Claim(
        "bfs-marks-early",
        "Breadth-first search by pushes that marks states when generated returns the fewest pushes.",
        "",
        True,
        "A state is first generated from the first layer that leads to it, and a layer's states have one cost.",
        finds_optima(zero, moves=False, mark_late=False),
        most_squares=6,
        on_random_levels=False,
    ),
    Claim(
        "astar-marks-early-moves",
        "A* that marks states when generated, without a bound, returns the fewest moves.",
        TUTORIAL + ", to decide solvability",
        False,
        "A walk and a push differ in cost: the first way to a state need not be the cheapest.",
        finds_optima(zero, moves=True, mark_late=False),
    ),
    Claim(
        "astar-marks-late",
        "A* that closes states as they leave the queue, with the bound of `astar-marks-early`, returns the "
        "fewest pushes.",
        "Hart, Nilsson and Raphael 1968",
        True,
        "A push changes the bound by at most one. So costs plus bounds do not fall along a way, and a state "
        "first leaves the queue at its least cost.",
        finds_optima(manhattan, moves=False, mark_late=True),
        most_squares=6,
        on_random_levels=False,
    ),
    Claim(
        "astar-marks-late-moves",
        "A* that closes states as they leave the queue, without a bound, returns the fewest moves.",
        "Dijkstra 1959",
        True,
        "Every step has a positive cost.",
        finds_optima(zero, moves=True, mark_late=True),
        most_squares=6,
        most_boxes=2,
        on_random_levels=False,
    ),
    Claim(
        "astar-overestimate-skips",
        "If the heuristic overestimates in some state of every shortest solution, A* returns a longer one.",
        "",
        False,
        "No longer solution may look better in time: `astar-overestimate-best`.",
        skips_where_overestimated,
    ),
    Claim(
        "astar-overestimate-best",
        "A* with twice the bound of `astar-marks-early-nearest` returns the fewest pushes.",
        "",
        False,
        "It often does, not always (`experiments/lessons/weighted_astar.py`).",
        finds_optima(twice_nearest, moves=False, mark_late=True),
        counterexample="#####\n#+$.#\n# $ #\n# $ #\n#  .#\n#####",
    ),
    Claim(
        "visited-hashes",
        "Breadth-first search by pushes that keeps only hashes of visited states finds the fewest pushes. "
        "(Here: the lowest 4 bits of the CRC-32 of the squares.)",
        "",
        False,
        "A state with the hash of another is skipped. Among N states with random hashes of b bits, N (N - 1) / "
        "2^(b+1) pairs are expected to share one. That is 2.7% for N = 10^9 and b = 64. So hashes prove neither an "
        "optimum nor unsolvability.",
        finds_with_hashes,
    ),
    Claim(
        "player-normalised-moves",
        "States that differ only in the player's square within his region need the same number of moves.",
        TUTORIAL + ", which asks for shortest walks",
        False,
        "The walk to the first push differs.",
        exact_player_is_needed,
    ),
)
