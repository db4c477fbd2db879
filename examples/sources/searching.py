"""Four searches that the sources name or print: A* as printed, depth-first, beam search, and Savitch's procedure."""

from __future__ import annotations

from heapq import heappop, heappush
from itertools import combinations, count

from sokospec import Board, Level, State, normalise, pushes, reachable


def manhattan(board: Board, state: State) -> int:
    """Return the sum of the distances from each box to the nearest goal, without regard to walls."""
    return sum(min(abs(b.row - g.row) + abs(b.column - g.column) for g in board.goals) for b in state.boxes)


def astar(level: Level) -> int | None:
    """Return the pushes of a solution by A* that marks states when it generates them, None without a solution.

    It decides whether a level is solvable, as the source says; the pushes need not be the fewest.
    """
    board, start, order = level.board, normalise(level.board, level.state), count()
    queue, visited = [(manhattan(board, start), next(order), 0, start)], {start}
    while queue:
        _, _, cost, state = heappop(queue)
        if state.boxes <= board.goals:
            return cost
        for _, pushed in pushes(board, state):
            after = normalise(board, pushed)
            if after not in visited:
                visited.add(after)
                heappush(queue, (cost + 1 + manhattan(board, after), next(order), cost + 1, after))
    return None


def depth_first(level: Level) -> tuple[int | None, int]:
    """Return the pushes of the first solution that depth-first search finds, None without one, and its longest stack.

    It decides whether a level is solvable. Its solution may be much longer than the shortest, and so is its stack.
    """
    board, start = level.board, normalise(level.board, level.state)
    visited, stack, longest = {start}, [(start, iter(list(pushes(board, start))))], 1
    while stack:
        state, following = stack[-1]
        if state.boxes <= board.goals:
            return len(stack) - 1, longest
        after = next((n for _, pushed in following if (n := normalise(board, pushed)) not in visited), None)
        if after is None:
            stack.pop()
            continue
        visited.add(after)
        stack.append((after, iter(list(pushes(board, after)))))
        longest = max(longest, len(stack))
    return None, longest


def beam(level: Level, width: int) -> int | None:
    """Return the pushes of a solution by layers of which the `width` most promising states are kept, None without one.

    Incomplete: None does not mean that the level is unsolvable, as the way to a solution may be cut off.
    """
    board, start = level.board, normalise(level.board, level.state)
    layer, visited, depth = [start], {start}, 0
    while layer:
        if any(state.boxes <= board.goals for state in layer):
            return depth
        following = {normalise(board, pushed) for state in layer for _, pushed in pushes(board, state)} - visited
        visited |= following
        layer = sorted(following, key=lambda state: (manhattan(board, state), sorted(state.boxes), state.player))[
            :width
        ]
        depth += 1
    return None


def savitch(board: Board, first: State, last: State, steps: int) -> bool:
    """Say whether at most `steps` pushes lead from one normalised state to another, by trying every state between.

    Right, in little space, and slow: each call makes two calls for every state of the board.
    """
    if first == last:
        return True
    if steps <= 1:
        return steps == 1 and any(normalise(board, after) == last for _, after in pushes(board, first))
    return any(
        savitch(board, first, middle, steps // 2) and savitch(board, middle, last, steps - steps // 2)
        for middle in all_states(board, len(first.boxes))
    )


def all_states(board: Board, boxes: int) -> list[State]:
    """Return every normalised state with so many boxes."""
    states = []
    for chosen in combinations(sorted(board.floor), boxes):
        left = set(board.floor).difference(chosen)
        while left:
            state = State(frozenset(chosen), min(left))
            left -= reachable(board, state)
            states.append(state)
    return states
