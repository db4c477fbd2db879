"""Answers with certificates: a search that uses only what can be shown, and what it has shown as text."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

import numpy as np

from sokosolve.bounds.assignment import assign, new_matching
from sokosolve.certify import certificate_writer, fact_writer
from sokosolve.certify.certificate_writer import write_states
from sokosolve.certify.fact_writer import CountPool, Numbers, PatternTable, PricePool, Text, Writer
from sokosolve.features import FEATURES, Direction, switched_on
from sokosolve.level.arrays import INFINITE, NO_COMPONENT
from sokosolve.level.level_tables import LevelTables
from sokosolve.level.world import World
from sokosolve.search.astar import BestFirst, Side
from sokosolve.search.budget import Budget
from sokosolve.search.columns import BOUND, PARENT, PLAYER
from sokosolve.search.cost import is_lexicographic
from sokosolve.search.store import STATES
from sokosolve.solver import Search
from sokospec.answer import Answer, Objective, Verdict
from sokospec.board import Level, Square
from sokospec.certificates.facts import Counting, Fact, Prices
from sokospec.certificates.short import confined, short_proof
from sokospec.certificates.text import Claim
from sokospec.certificates.writing import require_readable, written_dead, written_fact, written_head
from sokospec.limits import Limits

SHOWN = frozenset({"dead-squares", "nearest", "assignment", "bipartite", "freeze", "pi-corral"})
"""The features whose work a certificate can show."""

NO_LIMIT = 1 << 30
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
    on_compile: Callable[[], object] = lambda: None,
) -> Answer:
    """Return an answer like `solve`, and write a certificate of it, if it is one, that `sokospec.certificates` accepts.

    What is written before a limit is reached is no certificate: it lacks its last line. Where another objective than
    `pushes` has no solution, that is shown by a second search, in the time that is left. Raises `SokobanError` if the
    level is larger than certificates can be.
    """
    require_readable(level)

    without = () if objective is Objective.ANY else FEATURES.keys() - SHOWN
    search = Search(
        level,
        objective,
        Budget(limits or Limits(), on_compile),
        switched_on(objective, without),
        direction=Direction.AUTO if objective in (Objective.ANY, Objective.PUSHES) else Direction.FORWARD,
    )
    answer = search.answer(lambda lurd: _write(search, lurd, write))
    if answer.verdict is not Verdict.UNSOLVABLE or objective is Objective.PUSHES:
        return answer
    left = (limits or Limits()).after(answer.seconds, search.budget.cpu_seconds)
    shown = solve_with_certificate(level, Objective.PUSHES, write, left, on_compile=on_compile)
    return replace(
        shown,
        objective=objective,
        expanded=answer.expanded + shown.expanded,
        generated=answer.generated + shown.generated,
        seconds=answer.seconds + shown.seconds,
    )


def _write(search: Search, lurd: str | None, write: Callable[[bytes], object]) -> None:
    """Write the certificate of what a search has found."""
    level, objective, strategy = search.level, search.objective, search.strategy
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
    zero = Prices(fact_writer.ZERO_PRICES, (0,) * len(level.goals), None, backwards)
    write(_text(written_fact(level.board, zero)))
    start = [fact_writer.ZERO_PRICES]
    if search.tables is not None and isinstance(strategy, BestFirst):
        start = _write_states(level, claim, search.tables, strategy, search.budget, write)
    write(_text([f"start : {' '.join(map(str, start))}", "end"]))


def _text(lines: Iterable[str]) -> bytes:
    return "".join(f"{line}\n" for line in lines).encode("ascii")


def _write_states(
    level: Level,
    claim: Claim,
    tables: LevelTables,
    strategy: BestFirst,
    budget: Budget,
    write: Callable[[bytes], object],
) -> list[int]:
    """Write the facts and the states; returns the facts that rule out first states that cost too much themselves."""
    side: Side = strategy.sides[strategy.closed]
    world, states = side.world, side.states
    writer = _new_writer(level, claim, tables, world)
    while True:
        budget.check_limits(strategy.expanded, strategy.generated, strategy.bound)
        outcome = write_states.of(budget.compiled)(
            strategy.code, world, side.scratch, states, writer, bool(is_lexicographic(strategy.code))
        )
        write(writer.text.buffer[: writer.counts[fact_writer.USED]].tobytes())
        writer.counts[fact_writer.USED] = 0
        if outcome == certificate_writer.DONE:
            break
        if outcome == certificate_writer.NEED_PATTERNS:
            writer = writer._replace(patterns=_new_patterns(world, 4 * writer.patterns.fact.size))
            writer.counts[fact_writer.PATTERNS] = 0  # old ones may be written again
        assert outcome != certificate_writer.NO_EVIDENCE, f"the search ruled out what nothing rules out:\n{level}"
    named = [fact_writer.ZERO_PRICES]
    for state in range(int(states.counts[STATES])):
        if states.of[state, PARENT] != state:
            break
        bound = int(states.of[state, BOUND])
        if bound < INFINITE and (not claim.cost or (bound,) * len(claim.cost) < claim.cost):
            continue
        fact = _first_fact(level, tables, world, writer, int(states.of[state, PLAYER]))
        if fact is not None:
            write(_text(written_fact(level.board, fact)))
            named.append(fact.number)
    return named


def _first_fact(level: Level, tables: LevelTables, world: World, writer: Writer, player: int) -> Fact | None:
    """Return what rules out a first state: prices from its own assignment, or counted squares; None for zero prices."""
    k, matching = world.k, writer.matching
    cost = matching.cost
    cost[:] = INFINITE
    for i, box in enumerate(tables.goals if world.backwards else tables.boxes):
        number = int(world.distances.component[0, box, player])
        if number != NO_COMPONENT:
            cost[i] = world.distances.pushes[0, box, number]
    if (cost.min(axis=1) >= INFINITE).any():
        return None
    fact = int(writer.counts[fact_writer.NEXT_FACT])
    writer.counts[fact_writer.NEXT_FACT] += 1
    squares = [tables.squares[square] for square in world.targets]
    few = confined({i: [int(j) for j in np.nonzero(cost[i] < INFINITE)[0]] for i in range(k)})
    if few is not None:
        return Counting(fact, frozenset(squares[j] for j in few), None, bool(world.backwards))
    assign(matching)
    prices = [0] * len(level.goals)
    for at, price in zip(writer.numbers.goal_at, matching.v, strict=True):
        prices[at] = int(price)
    return Prices(fact, tuple(prices), None, bool(world.backwards))


def _new_writer(level: Level, claim: Claim, tables: LevelTables, world: World) -> Writer:
    k, n = world.k, world.floor.n
    counts = np.zeros(8, dtype=np.int64)
    counts[fact_writer.NEXT_FACT] = FIRST_FREE_FACT
    limit = [NO_LIMIT, 0] if not claim.cost else [*claim.cost, 0][:2]
    pool = fact_writer.POOL
    return Writer(
        limit=np.array(limit, dtype=np.int64),
        counts=counts,
        named=np.zeros(4 * k + 2, dtype=np.int64),
        text=_new_text(level, world),
        numbers=_numbers(level, tables, world),
        pool=PricePool(
            fact=np.zeros(pool, dtype=np.int64),
            total=np.zeros(pool, dtype=np.int64),
            least=np.zeros((pool, 4 * n), dtype=np.int32),
            recent=np.zeros(fact_writer.TRIED, dtype=np.int64),
        ),
        patterns=_new_patterns(world, FIRST_PATTERNS),
        counted=CountPool(
            goals=np.zeros((pool, k), dtype=np.uint8),
            fact=np.zeros(pool, dtype=np.int64),
            seen=np.zeros(k, dtype=np.uint8),
        ),
        matching=new_matching(k),
        mark=np.zeros(n + 1, dtype=np.uint32),
        queue=np.zeros(n + 1, dtype=np.int32),
    )


def _new_text(level: Level, world: World) -> Text:
    back = " back" if world.backwards else ""
    words = (f"prices{back} ", "patterns ", f"counting{back} ")
    return Text(
        np.zeros(BUFFER + BUFFER_A_BOX * len(level.boxes), dtype=np.uint8),
        *(np.frombuffer(word.encode("ascii"), dtype=np.uint8) for word in words),
    )


def _numbers(level: Level, tables: LevelTables, world: World) -> Numbers:
    def number(square: Square) -> int:
        return square.row * level.board.width + square.column

    inside = {tables.squares[box] for box in tables.boxes}
    order = {goal: index for index, goal in enumerate(sorted(level.boxes if world.backwards else level.goals))}
    return Numbers(
        of=np.array([number(square) for square in tables.squares], dtype=np.int32),
        out_of_reach=np.array(sorted(number(box) for box in level.boxes - inside), dtype=np.int32),
        goal_at=np.array([order[tables.squares[target]] for target in world.targets], dtype=np.int32),
        price=np.zeros(len(level.goals), dtype=np.int64),
    )


def _new_patterns(world: World, slots: int) -> PatternTable:
    return PatternTable(
        words=np.zeros(slots * world.floor.words, dtype=np.uint64),
        player=np.zeros(slots, dtype=np.int32),
        fact=np.zeros(slots, dtype=np.int64),
    )
