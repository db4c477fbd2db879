"""Answers with certificates: a search that uses only what can be shown, and what it has shown as text."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

import numpy as np

from sokosolve import proof
from sokosolve.assignment import assign
from sokosolve.best_first import BestFirst, Side
from sokosolve.budget import Budget
from sokosolve.columns import BOUND, PARENT, PLAYER
from sokosolve.compilation import Tell
from sokosolve.features import FEATURES, Direction
from sokosolve.proof import Proof, write_proof
from sokosolve.solver import solve
from sokosolve.store import STATES
from sokosolve.strategy import Strategy
from sokosolve.tables import FAR, INT32, NO_PART, Tables
from sokosolve.world import World
from sokospec.answer import Answer, Objective, Verdict
from sokospec.board import Level, Square
from sokospec.certificates.facts import Counting, Fact, Prices
from sokospec.certificates.short import confined, short_proof
from sokospec.certificates.text import Claim
from sokospec.certificates.writing import require_readable, written_dead, written_fact, written_head
from sokospec.limits import Limits

SHOWN = frozenset({"dead-squares", "nearest", "assignment", "bipartite", "freeze", "pi-corral"})
"""The features whose work a certificate can show."""

BUFFER = 1 << 22
BUFFER_A_BOX = 256  # half of it is for a state and the facts of one push: some 100 digits and spaces a box
FIRST_PATTERNS = 1 << 12
FIRST_FREE_FACT = 2


def solve_with_certificate(
    level: Level,
    objective: Objective,
    write: Callable[[bytes], object],
    limits: Limits | None = None,
    *,
    on_compile: Tell | None = None,
) -> Answer:
    """Return an answer like `solve`, and write a certificate of it, if it is one, that `sokospec.certificates` accepts.

    What is written before a limit is reached is no certificate: it lacks its last line. Where another objective than
    `pushes` has no solution, that is shown by a second search, in the time that is left. Raises `SokobanError` if the
    level is larger than certificates can be.
    """
    require_readable(level)

    def settle(lurd: str | None, tables: Tables | None, strategy: Strategy | None, budget: Budget) -> None:
        if lurd is None and objective is not Objective.PUSHES:
            return  # that there is no solution is shown by pushes
        if objective is Objective.ANY:
            write(_text([*written_head(level, Claim("solved"), lurd), "end"]))
            return
        claim = Claim("unsolvable")
        if lurd is not None:
            pushes = sum(letter.isupper() for letter in lurd)
            claim = Claim("optimal", objective, objective.cost(len(lurd), pushes))
        evidence = short_proof(level) if lurd is None else None
        if evidence is not None:
            write(_text(written_dead(level, evidence)))
            return
        backwards = isinstance(strategy, BestFirst) and strategy.closed == 1
        write(_text(written_head(level, claim, lurd, backwards=backwards)))
        write(_text(written_fact(level.board, Prices(proof.ZERO_PRICES, (0,) * len(level.goals), None, backwards))))
        start = [proof.ZERO_PRICES]
        if tables is not None and isinstance(strategy, BestFirst):
            start = _write_states(level, claim, tables, strategy, budget, write)
        write(_text([f"start : {' '.join(map(str, start))}", "end"]))

    answer = solve(
        level,
        objective,
        limits,
        direction=Direction.AUTO if objective in (Objective.ANY, Objective.PUSHES) else Direction.FORWARD,
        without=() if objective is Objective.ANY else FEATURES.keys() - SHOWN,
        on_compile=on_compile,
        on_settled=settle,
    )
    if answer.verdict is not Verdict.UNSOLVABLE or objective is Objective.PUSHES:
        return answer
    limits = limits or Limits()
    left = None if limits.seconds is None else limits.seconds - answer.seconds
    shown = solve_with_certificate(level, Objective.PUSHES, write, replace(limits, seconds=left), on_compile=on_compile)
    return replace(
        shown,
        objective=objective,
        expanded=answer.expanded + shown.expanded,
        generated=answer.generated + shown.generated,
        seconds=answer.seconds + shown.seconds,
    )


def _text(lines: Iterable[str]) -> bytes:
    return "".join(f"{line}\n" for line in lines).encode("ascii")


def _write_states(
    level: Level, claim: Claim, tables: Tables, strategy: BestFirst, budget: Budget, write: Callable[[bytes], object]
) -> list[int]:
    """Write the facts and the states; returns the facts that rule out first states that cost too much themselves."""
    side: Side = strategy.sides[strategy.closed]
    world, states = side.world, side.states
    work = _new_proof(level, claim, tables, world)
    back = " back" if world.backwards else ""
    words = [
        np.frombuffer(word.encode("ascii"), dtype=np.uint8)
        for word in (f"prices{back} ", "patterns ", f"counting{back} ")
    ]
    while True:
        budget.look(strategy.expanded, strategy.generated, strategy.bound)
        outcome = write_proof.of(budget.compiled)(strategy.code, world, side.scratch, states, work, *words)
        write(work.buffer[: work.counts[proof.USED]].tobytes())
        work.counts[proof.USED] = 0
        if outcome == proof.DONE:
            break
        if outcome == proof.NEED_PATTERNS:
            work = _with_more_patterns(work, world.words)
        assert outcome != proof.NO_EVIDENCE, f"the search ruled a state out that nothing rules out:\n{level}"
    named = [proof.ZERO_PRICES]
    for state in range(int(states.counts[STATES])):
        if states.of[state, PARENT] != state:
            break
        bound = int(states.of[state, BOUND])
        if bound < FAR and (not claim.cost or (bound,) * len(claim.cost) < claim.cost):
            continue
        fact = _first_fact(level, tables, world, work, int(states.of[state, PLAYER]))
        if fact is not None:
            write(_text(written_fact(level.board, fact)))
            named.append(fact.number)
    return named


def _first_fact(level: Level, tables: Tables, world: World, work: Proof, player: int) -> Fact | None:
    """Return what rules out a first state: prices from its own assignment, or counted squares; None for zero prices."""
    k = world.k
    cost = np.full((k, k), FAR, dtype=np.int32)
    for i, box in enumerate(tables.goals if world.backwards else tables.boxes):
        part = int(world.slot_sides[0, box, player])
        if part != NO_PART:
            cost[i] = world.slot_distance[0, box, part]
    if (cost.min(axis=1) >= FAR).any():
        return None
    number = int(work.counts[proof.NEXT_FACT])
    work.counts[proof.NEXT_FACT] += 1
    squares = [tables.squares[square] for square in world.targets]
    few = confined({i: [int(j) for j in np.nonzero(cost[i] < FAR)[0]] for i in range(k)})
    if few is not None:
        return Counting(number, frozenset(squares[j] for j in few), None, bool(world.backwards))
    way, dist, done = (np.zeros(k, dtype=np.int32) for _ in range(3))
    assign(cost, k, work.u, work.v, work.row_of, work.column_of, way, dist, done)
    prices = [0] * len(level.goals)
    for at, price in zip(work.goal_at, work.v, strict=True):
        prices[at] = int(price)
    return Prices(number, tuple(prices), None, bool(world.backwards))


def _new_proof(level: Level, claim: Claim, tables: Tables, world: World) -> Proof:
    k, n, w = world.k, world.n, world.words

    def ints(size: int) -> INT32:
        return np.zeros(size, dtype=np.int32)

    def number(square: Square) -> int:
        return square.row * level.board.width + square.column

    inside = {tables.squares[box] for box in tables.boxes}
    order = {goal: index for index, goal in enumerate(sorted(level.boxes if world.backwards else level.goals))}
    counts = np.zeros(8, dtype=np.int64)
    counts[proof.NEXT_FACT] = FIRST_FREE_FACT
    limit = [proof.NO_LIMIT, 0] if not claim.cost else [*claim.cost, 0][:2]
    return Proof(
        limit=np.array(limit, dtype=np.int64),
        counts=counts,
        buffer=np.zeros(BUFFER + BUFFER_A_BOX * len(level.boxes), dtype=np.uint8),
        number_of=np.array([number(square) for square in tables.squares], dtype=np.int32),
        fixed=np.array(sorted(number(box) for box in level.boxes - inside), dtype=np.int32),
        goal_at=np.array([order[tables.squares[target]] for target in world.targets], dtype=np.int32),
        goals=len(level.goals),
        named=np.zeros(4 * k + 2, dtype=np.int64),
        pool_fact=np.zeros(proof.POOL, dtype=np.int64),
        pool_sum=np.zeros(proof.POOL, dtype=np.int64),
        pool_least=np.zeros((proof.POOL, 4 * n), dtype=np.int32),
        recent=np.zeros(proof.TRIED, dtype=np.int64),
        pattern_words=np.zeros(FIRST_PATTERNS * w, dtype=np.uint64),
        pattern_player=ints(FIRST_PATTERNS),
        pattern_fact=np.zeros(FIRST_PATTERNS, dtype=np.int64),
        count_goals=np.zeros((proof.POOL, k), dtype=np.uint8),
        count_fact=np.zeros(proof.POOL, dtype=np.int64),
        u=ints(k),
        v=ints(k),
        row_of=ints(k),
        column_of=ints(k),
        goal_seen=np.zeros(k, dtype=np.uint8),
        price=np.zeros(len(level.goals), dtype=np.int64),
        mark=np.zeros(n + 1, dtype=np.uint32),
        queue=ints(n + 1),
    )


def _with_more_patterns(work: Proof, words: int) -> Proof:
    """Return the proof with an empty table of patterns, four times as large: old ones may be written again."""
    size = 4 * work.pattern_fact.size
    work.counts[proof.PATTERNS] = 0
    return work._replace(
        pattern_words=np.zeros(size * words, dtype=np.uint64),
        pattern_player=np.zeros(size, dtype=np.int32),
        pattern_fact=np.zeros(size, dtype=np.int64),
    )
