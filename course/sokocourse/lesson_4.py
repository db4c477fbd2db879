"""Exercises on Savitch's procedure."""

from __future__ import annotations

from sokocourse.course_levels import small_level
from sokocourse.exercise import Exercise, NotChecked, Wrong, check_size, is_number
from sokocourse.lesson_1 import ROOM
from sokocourse.space_and_time import breadth_first
from sokospec import Verdict
from sokospec.errors import quantify
from sokospec.limits import require_verdict
from sokospec.oracle import Metric
from sokospec.oracle.savitch import Savitch, decide
from sokospec.oracle.sokoban import Sokoban
from sokospec.oracle.space import levels
from sokospec.oracle.systems import C, Graph, configurations

_STEPS = 1_000
"""What the procedure of the first exercise is asked for."""

_RING, TO, _WITHIN = 10, 6, 7
"""The ring of the second exercise, the last node of the path, and its steps."""

_ALONE, _HORIZON = 6, 8
"""The nodes of the third exercise, and the steps."""

_MOST_LINES = 1_000
"""Lines of a graph that are read; each edge need be there only once."""

_MOST_NODES, _GRAPH_STEPS, _LEAST_CALLS = 6, 5, 100
"""The graph of the fourth exercise, and the calls that are wanted."""

_MOST_FLOOR, _PUSHES, _SHARE, _MOST_CALLS = 12, 4, 3, 100_000
"""The level of the last exercise, how much less is to be held, and how long the check waits."""


class _SavitchWithBudget(Savitch[C]):
    """Procedure with a limit on calls."""

    def reaches(self, c1: C, c2: C, t: int) -> bool:
        """Like `Savitch.reaches`; raises `NotChecked` when it takes too long."""
        if self.calls >= _MOST_CALLS:
            raise NotChecked(f"more than {_MOST_CALLS:,} calls of the procedure")
        return super().reaches(c1, c2, t)


def _middles() -> set[int]:
    """Return the nodes of the ring that are the middle of a path."""
    ring = Graph([[(node + 1) % _RING] for node in range(_RING)], start=0, goals=[TO])
    run = Savitch(ring, _WITHIN)
    return {
        node
        for node in range(_RING)
        if run.reaches(0, node, _WITHIN // 2) and run.reaches(node, TO, _WITHIN - _WITHIN // 2)
    }


def _are_middles(answer: str) -> None:
    """Check a list of nodes."""
    words = answer.replace(",", " ").split()
    if not words or len(words) > _RING or not all(word in map(str, range(_RING)) for word in words):
        raise Wrong(f"nodes between 0 and {_RING - 1} are asked for, with blanks between them")
    given, right = set(map(int, words)), _middles()
    if given - right:
        raise Wrong("for one of these nodes a half is too long; count the steps to it, and from it")
    if right - given:
        raise Wrong("these will do, but there is another one")


def _calls_without_edges() -> int:
    """Return the number of calls on a graph without edges."""
    run = Savitch(Graph([[] for _ in range(_ALONE)], start=0, goals=[_ALONE - 1]), _HORIZON)
    run.reaches(0, _ALONE - 1, _HORIZON)
    return run.calls


def _graph_of(answer: str) -> Graph:
    r"""Return the graph in lines of two numbers; raises `Wrong`.

    >>> _graph_of("0 1\n1 2").edges
    ((1,), (2,), ())
    """
    lines = [line.split() for line in answer.splitlines() if line.strip()]
    if not lines:
        raise Wrong("lines are asked for, an edge each")
    check_size(len(lines), _MOST_LINES, "lines")
    nodes = set(map(str, range(_MOST_NODES)))
    for number, line in enumerate(lines, 1):
        if len(line) != 2 or not set(line) <= nodes:
            raise Wrong(f"edge {number}: two nodes between 0 and {_MOST_NODES - 1} are asked for, with a blank between")
    edges = dict.fromkeys((int(before), int(after)) for before, after in lines)
    last = max(max(edge) for edge in edges)
    rows = [[after for before, after in edges if before == node] for node in range(last + 1)]
    return Graph(rows, start=0, goals=[last])


def _is_hard_graph(answer: str) -> None:
    """Check that the procedure says yes on a small graph, after many calls."""
    graph = _graph_of(answer)
    (last,) = graph.goals
    run = Savitch(graph, _GRAPH_STEPS)
    if not run.reaches(0, last, _GRAPH_STEPS):
        raise Wrong(f"node {last} cannot be reached from node 0 in at most {_GRAPH_STEPS} steps")
    if run.calls < _LEAST_CALLS:
        raise Wrong(f"that takes {quantify(run.calls, 'call')}; at least {_LEAST_CALLS} are wanted")


def _horizon_in_moves() -> int:
    """Return the number of unsolved states of the room, counted one by one."""
    system = Sokoban(ROOM, Metric.MOVES)
    return sum(not system.is_goal(configuration) for configuration in configurations(system))


def _least_factor() -> int:
    """Return the least whole c such that 4n² + 7n + 4 <= cF² + 14F + 4 for all F >= 2.

    The bits n of a configuration are F + max(1, ⌈log₂ F⌉). From F = 18 on they are at most 4F/3, and 8 is enough.

    >>> all(3 * (F + (F - 1).bit_length()) <= 4 * F for F in range(18, 1_000))
    True
    """
    least = 0
    for squares in range(2, 100):
        n = squares + max(1, (squares - 1).bit_length())
        least = max(least, -((14 * squares - 4 * n * n - 7 * n) // squares**2))
    return least


def _is_better_than_breadth_first(answer: str) -> None:
    """Check that the procedure holds far fewer bits than breadth-first search on a level."""
    system = Sokoban(small_level(answer, _MOST_FLOOR))
    found = decide(system, _PUSHES, doubling=False, witness=False, procedure=_SavitchWithBudget)
    if found.verdict is Verdict.UNSOLVABLE or found.exhausted:
        raise Wrong(f"there is no solution of at most {_PUSHES} pushes")
    require_verdict(found)
    other = breadth_first(system).peak_bits
    if _SHARE * found.peak_bits > other:
        raise Wrong(f"the procedure holds {found.peak_bits} bits and breadth-first search {other}")


EXERCISES = [
    Exercise(
        f"How many calls of Savitch's procedure are open at a time at the most, if it is asked for {_STEPS:,} steps?",
        is_number(lambda: levels(_STEPS), "How often can the number be halved, rounding up, until it is 1?"),
    ),
    Exercise(
        f"Which nodes of the ring 0 -> 1 -> ... -> {_RING - 1} -> 0 are middles of a path from 0 to {TO} in at most"
        f" {_WITHIN} steps?",
        _are_middles,
    ),
    Exercise(
        f"How many calls does Savitch's procedure make from 0 to {_ALONE - 1} in {_HORIZON} steps, in a graph of"
        f" {_ALONE} nodes without edges?",
        is_number(_calls_without_edges, "A first half says yes only for the middle that is its own start."),
    ),
    Exercise(
        f"On which graph of at most {_MOST_NODES} nodes does the procedure say yes for {_GRAPH_STEPS} steps after at"
        f" least {_LEAST_CALLS} calls (--file)?",
        _is_hard_graph,
    ),
    Exercise(
        "Which horizon suffices for room.xsb if its steps are moves?",
        is_number(
            _horizon_in_moves, "N is the states, with the player's exact square; G those with the box on its goal."
        ),
    ),
    Exercise(
        f"For which level of at most {_MOST_FLOOR} floor squares, asked for {_PUSHES} pushes, does the procedure hold a"
        " third of what breadth-first search does (--file)?",
        _is_better_than_breadth_first,
    ),
    Exercise(
        "Write 15 for 16 in the theorem of PolynomialSpace.v, and let Coq reject it. Which is the least whole number c"
        " for which 4n² + 7n + 4 is at most cF² + 14F + 4, for every F >= 2, with n = F + max(1, ⌈log₂ F⌉)?",
        is_number(_least_factor, "Work out both sides for F = 2, 3, 4, ...; a little later the logarithm is small."),
    ),
]
