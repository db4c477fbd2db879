"""Claims about numbers: lower bounds, numbers of states, regions around a box, and nodes of single-box search."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations, permutations
from math import ceil, comb, log2

from claims.ledger import Case, Claim, Trial, every_state, once_a_board
from claims.scopes import Table
from sokospec import Board, Direction, Square, State, reachable
from sokospec.rules import normalise


def nearest_manhattan(case: Case) -> bool | None:
    """The sum of the boxes' distances to the nearest goal, on the empty grid, is no more than the pushes needed."""
    least, goals = case.table.distance[case.state], case.table.board.goals
    if least is None:
        return None
    bound = sum(min(abs(b.row - g.row) + abs(b.column - g.column) for g in goals) for b in case.state.boxes)
    return bound <= least


def pulls(board: Board, goal: Square, *, begin: str) -> dict[State, int]:
    """Return the least pushes from each single-box node to a goal, by pulls from it.

    The player begins "anywhere", "beside" the goal on every side, or on "one" side (the first free one of up, down,
    left and right).
    """
    around = [ahead for ahead in board.beyond[goal] if ahead is not None]
    anywhere = [square for square in board.floor if square != goal]
    starts = {"anywhere": anywhere, "beside": around, "one": around[:1]}[begin]
    found = {normalise(board, State(frozenset({goal}), player)): 0 for player in starts}
    queue = list(found)
    for node in queue:
        (box,) = node.boxes
        region = reachable(board, node)
        for direction in Direction:
            to = board.beyond[box][direction]
            stand = None if to is None else board.beyond[to][direction]
            if to is not None and stand is not None and to in region:
                before = normalise(board, State(frozenset({to}), stand))
                if before not in found:
                    found[before] = found[node] + 1
                    queue.append(before)
    return found


def goal_distances(*, begin: str) -> Callable[[Table], Iterator[Trial]]:
    """Return the claim that the best assignment of boxes to goals by such distances is no more than the pushes."""

    def rule(table: Table) -> Iterator[Trial]:
        board = table.board
        tables = [pulls(board, goal, begin=begin) for goal in sorted(board.goals)]
        for state in table.states:
            least = table.distance[state]
            if least is None:
                continue
            nodes = [table.alone(box, state.player) for box in sorted(state.boxes)]
            sums = []
            for order in permutations(tables):
                costs = [one[node] for one, node in zip(order, nodes, strict=True) if node in one]
                if len(costs) == len(nodes):
                    sums.append(sum(costs))
            yield Trial(bool(sums) and min(sums) <= least, state)

    return rule


def pushes_bound_moves(table: Table) -> Iterator[Trial]:
    """The least pushes of a state are no more than its least moves."""
    for state, moves in table.moves.items():
        if moves is not None:
            least = table.distance[normalise(table.board, state)]
            yield Trial(least is not None and least <= moves, state)


def moves_bound_pushes(table: Table) -> Iterator[Trial]:
    """The least moves of a state are no more than its least pushes."""
    for state, moves in table.moves.items():
        if moves is not None:
            least = table.distance[normalise(table.board, state)]
            yield Trial(least is not None and moves <= least, state)


def pushes_are_fewer(table: Table) -> Iterator[Trial]:
    """The least pushes of a state that is not solved are fewer than its least moves."""
    for state, moves in table.moves.items():
        if moves:
            least = table.distance[normalise(table.board, state)]
            yield Trial(least is not None and least < moves, state)


def states(board: Board, boxes: int) -> int:
    """Return the number of normalised states with so many boxes on a board."""
    count = 0
    for chosen in combinations(board.floor, boxes):
        left = set(board.floor).difference(chosen)
        while left:
            left -= reachable(board, State(frozenset(chosen), min(left)))
            count += 1
    return count


def below_three_to_the_n(table: Table) -> bool:
    """The states of all numbers of boxes, with the player's exact square, are fewer than 3 to the number of squares."""
    squares = len(table.board.floor)
    count = sum(comb(squares, boxes) * (squares - boxes) for boxes in range(squares + 1))
    return bool(count < 3**squares)


def exact_state_count(table: Table) -> bool:
    """The states with the player's exact square are n 2^(n-1) over all numbers of boxes."""
    squares, board = len(table.board.floor), table.board
    count = sum(squares - boxes for boxes in range(squares + 1) for _ in combinations(board.floor, boxes))
    return bool(count == squares * 2 ** (squares - 1))


def of_the_same_order(table: Table) -> bool:
    """3 to the number of squares is at most ten times the number of states, with the player's exact square."""
    squares = len(table.board.floor)
    return bool(3**squares <= 10 * squares * 2 ** (squares - 1))


def parts_bound(table: Table) -> bool:
    """k boxes on a connected floor of n squares leave at most min(n - k, 3k + 1) regions; so states are few."""
    squares = len(table.board.floor)
    return all(
        states(table.board, boxes) <= comb(squares, boxes) * min(squares - boxes, 3 * boxes + 1)
        for boxes in range(1, squares)
    )


def four_regions(table: Table) -> bool:
    """A box on a connected floor leaves at most four regions."""
    return all(len(_regions(table.board, box)) <= 4 for box in table.board.floor)


def three_regions(table: Table) -> bool:
    """A box on a connected floor leaves at most three regions."""
    return all(len(_regions(table.board, box)) <= 3 for box in table.board.floor)


def four_n_nodes(table: Table) -> bool:
    """Single-box search has at most 4n nodes."""
    return states(table.board, 1) <= 4 * len(table.board.floor)


def two_n_nodes(table: Table) -> bool:
    """Single-box search on a connected floor of n > 1 squares has at most 2n - 2 nodes, and as many on a tree."""
    squares = len(table.board.floor)
    edges = sum(ahead is not None for ahead_of in table.board.beyond.values() for ahead in ahead_of) // 2
    nodes = states(table.board, 1)
    return nodes <= 2 * squares - 2 and (edges != squares - 1 or nodes == 2 * squares - 2)


def _regions(board: Board, box: Square) -> set[Square]:
    around = {ahead for ahead in board.beyond[box] if ahead is not None}
    return {normalise(board, State(frozenset({box}), player)).player for player in around}


def open_calls(steps: int) -> int:
    """Return how many calls of Savitch's procedure are open at a time, by halving a number of steps, rounded up."""
    calls = 1
    while steps > 1:
        steps = (steps + 1) // 2
        calls += 1
    return calls


def cells_held(squares: int) -> int:
    """Return the cells that Savitch's procedure holds at most for a horizon of 3^n; a cell holds one of three values.

    A configuration takes a cell a square, and so does a number of steps, up to 3^n - 1 at least. Each open call holds
    its ends and its time, and each but the innermost the middle that it tries.
    """
    calls = open_calls(3**squares)
    return 3 * squares * calls + squares * (calls - 1)


def savitch_as_quoted(table: Table) -> bool:
    """The cells that the procedure holds are at most (4 log2 3) n^2."""
    squares = len(table.board.floor)
    return cells_held(squares) <= 4 * log2(3) * squares**2


def savitch_with_its_rounding(table: Table) -> bool:
    """The cells are 4n ceil(n log2 3) + 3n, whatever the board."""
    squares = len(table.board.floor)
    return cells_held(squares) == 4 * squares * ceil(squares * log2(3)) + 3 * squares


def savitch_in_bits(table: Table) -> bool:
    """The bound in bits of savitch.md, 4b^2 + 7b + w, is at most (4 log2 3) n^2 exactly from 26 squares on.

    The case of a board is all numbers of squares from its own to 1000 more.
    """
    squares = len(table.board.floor)
    return all((bits_bound(n) <= 4 * log2(3) * n**2) == (n >= 26) for n in range(squares, squares + 1000))


def bits_bound(squares: int) -> int:
    """Return the bound of docs/background/savitch.md for so many squares in play, in bits, with pushes as steps."""
    player = max(1, (squares - 1).bit_length())
    bits = squares + player
    workspace = 2 * bits + squares * (1 + player)
    return 4 * bits**2 + 7 * bits + workspace


CLAIMS = (
    Claim(
        "bound-nearest",
        "The sum of the boxes' Manhattan distances to their nearest goals is a lower bound on the pushes.",
        "",
        True,
        "A push changes the sum by at most one; at the end it is 0.",
        every_state(nearest_manhattan),
    ),
    Claim(
        "bound-assignment",
        "Give each box the pushes that it needs alone (by pulls from the goal, the player anywhere). The "
        "least sum over all assignments of boxes to goals is a lower bound on the pushes.",
        "[certificates](../certificates.md)",
        True,
        "A solution is an assignment, by pushes that each box could make alone.",
        goal_distances(begin="anywhere"),
    ),
    Claim(
        "bound-beside",
        "`bound-assignment` also holds with pulls that begin with the player beside the goal, on every side.",
        "",
        False,
        "A box on a goal where the player never gets has no such side. No connected floor contradicts it.",
        goal_distances(begin="beside"),
        counterexample="#######\n#*#@$.#\n#######\n",
    ),
    Claim(
        "bound-one-side",
        "`bound-assignment` also holds with pulls that begin on one side of each goal.",
        "",
        False,
        "The last push may leave the player on another side, cut off by the box.",
        goal_distances(begin="one"),
    ),
    Claim(
        "bound-pushes-of-moves",
        "A lower bound on the pushes is a lower bound on the moves.",
        "",
        True,
        "Every push is a move.",
        pushes_bound_moves,
        most_squares=8,
        most_boxes=2,
        on_random_levels=False,
    ),
    Claim(
        "bound-moves-of-pushes",
        "A lower bound on the moves is a lower bound on the pushes.",
        "",
        False,
        "Walks are moves.",
        moves_bound_pushes,
    ),
    Claim(
        "bound-pushes-fewer",
        "The fewest pushes are fewer than the fewest moves, unless the level is solved.",
        "",
        False,
        "They are equal when no walk is needed.",
        pushes_are_fewer,
    ),
    Claim(
        "states-three-to-the-n",
        "A board with n floor squares has fewer than 3^n states.",
        "",
        True,
        "Each square is empty, a box, or the player. Better: `states-exact`, `states-parts`.",
        once_a_board(below_three_to_the_n),
        on_random_levels=False,
    ),
    Claim(
        "states-exact",
        "With the player's exact square, n squares have n 2^(n-1) states over all numbers of boxes, and C(n, "
        "k) (n - k) with k boxes.",
        "",
        True,
        "Choose the player's square, then for each other square whether it holds a box.",
        once_a_board(exact_state_count),
        on_random_levels=False,
    ),
    Claim(
        "states-same-order",
        "3^n is at most ten times the number of states of n squares.",
        "",
        False,
        "By `states-exact` the ratio is (2/n) (3/2)^n: 11.5 for 10 squares, 5.8 billion for 64.",
        once_a_board(of_the_same_order),
        counterexample="############\n#.@$       #\n############",
        on_random_levels=False,
    ),
    Claim(
        "states-parts",
        "On a connected floor there are at most C(n, k) min(n - k, 3k + 1) normalised states with k boxes.",
        "",
        True,
        "For k > 0 each region is next to a box. Put the boxes back one by one: each turns one region into at "
        "most four, which adds three.",
        once_a_board(parts_bound),
        on_random_levels=False,
    ),
    Claim(
        "regions-four",
        "A box divides a connected floor into at most four regions.",
        "",
        True,
        "Each region is next to the box, which has four sides.",
        once_a_board(four_regions),
        on_random_levels=False,
    ),
    Claim(
        "regions-three",
        "A box divides a connected floor into at most three regions.",
        "",
        False,
        "A box on a crossing leaves four.",
        once_a_board(three_regions),
    ),
    Claim(
        "nodes-four-n",
        "Single-box search on n squares has at most 4n nodes (square, player's region).",
        "",
        True,
        "`regions-four` for each square. Better: `nodes-two-n`.",
        once_a_board(four_n_nodes),
        on_random_levels=False,
    ),
    Claim(
        "nodes-two-n",
        "On a connected floor of n > 1 squares single-box search has at most 2n - 2 nodes, with equality on trees.",
        "",
        True,
        "A square leaves as many regions as blocks (biconnected components) hold it. These incidences sum to n + "
        "b - 1 for b blocks, and b <= n - 1, with equality for trees.",
        once_a_board(two_n_nodes),
        on_random_levels=False,
    ),
    Claim(
        "savitch-three-to-the-n",
        "For n squares and 3^n steps Savitch's procedure holds at most (4 log2 3) n^2 cells of three values. "
        "(There are n log2 3 open calls, each with two ends, a middle and a time of n cells.)",
        "",
        False,
        "The number of calls is rounded up, and the innermost call has no middle: `savitch-cells`. A square need "
        "not take a cell of three values: `savitch-bits`.",
        once_a_board(savitch_as_quoted),
    ),
    Claim(
        "savitch-cells",
        "For n squares and 3^n steps Savitch's procedure holds 4n ceil(n log2 3) + 3n cells, less than (4 "
        "log2 3) n^2 + 7n.",
        "",
        True,
        "A call with t > 1 steps calls for at most ceil(t/2). So 1 + ceil(log2 3^n) calls are open, all but the "
        "innermost with a middle.",
        once_a_board(savitch_with_its_rounding),
        on_random_levels=False,
    ),
    Claim(
        "savitch-bits",
        "With one bit a square and the player's square ([savitch](../savitch.md)) Savitch's procedure takes "
        "(4 log2 3) n^2 bits for n >= 26 squares. Up to 25 the bound given there is larger.",
        "",
        True,
        "The bound is 4b^2 + 7b + w with b = n + ceil(log2 n), w = 2b + n (1 + ceil(log2 n)). A program goes "
        "through n up to 1000; beyond, it is below 4.2 n^2, and 4 log2 3 > 6.3.",
        once_a_board(savitch_in_bits),
        on_random_levels=False,
    ),
)
