"""How the levels of levels.txt were chosen: `python tests/conformance/generate.py --new-levels 1`.

The levels are kept in levels.txt, so that a change of a generator does not change the suite. A kind of level comes from
a stream of candidates; of these, levels are taken in turn from groups that differ in what the oracle says of them
(unsolvable or not, how many pushes, whether fewest moves cost more pushes), so that no group crowds out the others.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from itertools import islice
from random import Random

from conformance.level_drawings import DRAWINGS
from sokogen.random.random_levels import FloorKind, random_level, solvable_level
from sokogen.small.small_levels import interior_levels
from sokospec.board import Level
from sokospec.limits import require_verdict
from sokospec.oracle import Metric, Objective, Verdict, search_exhaustively
from sokospec.oracle.perft import first_of, successors
from sokospec.rules import is_solved

FEWEST_STATES, MOST_STATES = 8, 6000
"""No random level has fewer normalised states, or more of any kind: no triviality, and a fraction of a second each."""

SIZES = ((1, 7), (2, 4), (2, 6), (3, 4), (3, 5), (3, 7), (4, 4), (4, 5), (4, 6), (5, 5), (5, 7), (6, 6), (7, 9))


def text(seed: int) -> str:
    """Return the content of levels.txt."""
    chosen: list[tuple[str, Level]] = [(f"drawn-{name}", level) for name, level in _drawn()]
    taken = {level for _, level in chosen}
    for name, count, candidates in _kinds(seed):
        fresh = (level for level in candidates if level not in taken)
        for number, level in enumerate(_in_turn(fresh, count), start=1):
            chosen.append((f"{name}-{number:03}", level))
            taken.add(level)
    return "\n\n".join(f"; {name}\n{level}" for name, level in chosen) + "\n"


def _drawn() -> Iterator[tuple[str, Level]]:
    for name, drawing in DRAWINGS.items():
        yield name, Level.parse(drawing.replace("|", "\n"))


def _kinds(seed: int) -> Iterator[tuple[str, int, Iterable[Level]]]:
    """Yield the name of each kind, how many of it are wanted, and the candidates."""
    rng = Random(seed)
    yield "interior-3x3", 240, _sample(rng, interior_levels(3, 3, 3), share=0.03)
    for kind in FloorKind:
        yield f"random-{kind}", 60, islice(_random(rng, kind), 400)
        yield f"solvable-{kind}", 40, islice(_solvable(rng, kind), 400)
    yield "fewest-moves-cost-pushes", 24, filter(_moves_cost_pushes, islice(_rooms(rng), 10_000))
    yield "fewest-moves-by-chance", 12, filter(_moves_leave_a_choice, islice(_rooms(rng), 10_000))


def _sample(rng: Random, levels: Iterable[Level], *, share: float) -> Iterator[Level]:
    return (level for level in levels if rng.random() < share)


def _random(rng: Random, kind: FloorKind) -> Iterator[Level]:
    return _small_enough(
        lambda height, width, boxes, share: random_level(
            rng, kind=kind, height=height, width=width, boxes=boxes, wall_share=share
        ),
        rng,
    )


def _solvable(rng: Random, kind: FloorKind) -> Iterator[Level]:
    return _small_enough(
        lambda height, width, boxes, share: (
            solvable_level(rng, kind=kind, height=height, width=width, boxes=boxes, wall_share=share, pulls=40).level
        ),
        rng,
    )


def _rooms(rng: Random) -> Iterator[Level]:
    """Yield small rooms with two boxes and few walls: the place for ways that save moves and cost pushes."""
    while True:
        height, width = ((3, 4), (3, 5), (3, 6), (4, 4))[int(rng.random() * 4)]
        yield random_level(rng, height=height, width=width, boxes=2, wall_share=0.12 * rng.random())


def _small_enough(make: Callable[[int, int, int, float], Level], rng: Random) -> Iterator[Level]:
    """Yield made levels of random size with 1 to 6 boxes and few enough states."""
    while True:
        height, width = SIZES[int(rng.random() * len(SIZES))]
        boxes = 1 + int(rng.random() * min(6, height * width // 3))
        share = 0.1 + 0.5 * rng.random()
        try:
            level = make(height, width, boxes, share)
        except ValueError:  # no room for the boxes
            continue
        if _states(level, Metric.PUSHES) >= FEWEST_STATES and _states(level, Metric.MOVES) <= MOST_STATES:
            yield level


def _states(level: Level, metric: Metric) -> int:
    """Return how many states can be reached; the count stops soon behind `MOST_STATES`."""
    states = [first_of(level, metric)]
    known = set(states)
    for state in states:  # the list grows while it is read
        fresh = [after for after in dict.fromkeys(successors(level.board, state, metric)) if after not in known]
        known.update(fresh)
        states += fresh
        if len(states) > MOST_STATES:
            break
    return len(states)


def _moves_cost_pushes(level: Level) -> bool:
    """Say whether no solution has both the fewest moves and the fewest pushes."""
    few_moves, few_pushes = (
        require_verdict(search_exhaustively(level, objective))
        for objective in (Objective.MOVES_PUSHES, Objective.PUSHES_MOVES)
    )
    return few_moves.pushes != few_pushes.pushes


def _moves_leave_a_choice(level: Level) -> bool:
    """Say whether the oracle's solution with the fewest moves has more pushes than that takes."""
    few_moves, then_pushes = (
        require_verdict(search_exhaustively(level, each)) for each in (Objective.MOVES, Objective.MOVES_PUSHES)
    )
    return few_moves.pushes != then_pushes.pushes


def _in_turn(levels: Iterable[Level], count: int) -> list[Level]:
    """Return up to `count` levels, one from each group in turn until all are used up."""
    groups: dict[Hashable, list[Level]] = {}
    for level in levels:
        groups.setdefault(_group(level), []).append(level)
    chosen: list[Level] = []
    while len(chosen) < count and any(groups.values()):
        for group in groups.values():
            if group and len(chosen) < count:
                chosen.append(group.pop(0))
    return chosen


def _group(level: Level) -> Hashable:
    if is_solved(level.board, level.state):
        return "solved"
    states = _states(level, Metric.PUSHES).bit_length() // 2
    answer = require_verdict(search_exhaustively(level, Objective.PUSHES))
    if answer.verdict is Verdict.UNSOLVABLE or answer.pushes is None:
        return "unsolvable", len(level.boxes), states
    return len(level.boxes), states, answer.pushes // 3
