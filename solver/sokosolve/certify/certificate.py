"""Answers with certificates."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import replace

import numpy as np

from sokosolve.bounds.assignment import new_matching
from sokosolve.bounds.box_groups import LARGEST
from sokosolve.bounds.group_tables import prices_of
from sokosolve.certify import fact_writer
from sokosolve.certify.certificate_writer import Need, justify_states, rule_out_first, want, write_states
from sokosolve.certify.fact_writer import (
    CountPool,
    Lines,
    Marks,
    Numbers,
    PatternTable,
    PricePool,
    WallPrices,
    Writer,
    WriterCount,
)
from sokosolve.certify.group_facts import GROUPS_FACT, TABLE_PRICES, close_groups, write_groups
from sokosolve.features import BITS, Direction, select_features
from sokosolve.level.level_tables import LevelTables
from sokosolve.level.world import World
from sokosolve.search.astar import BestFirst, Side
from sokosolve.search.budget import Budget
from sokosolve.search.columns import Column, Count
from sokosolve.search.store import parent_of
from sokosolve.search.tunnel import no_tunnels
from sokosolve.solver import Search
from sokosolve.upper_bound import UpperBounded
from sokospec.answer import Answer, Objective, Verdict
from sokospec.board import Level, Square
from sokospec.certificates.facts import Potential, Prices
from sokospec.certificates.short import short_proof
from sokospec.certificates.text import Claim
from sokospec.certificates.writing import format_evidence, format_fact, format_head, require_readable
from sokospec.limits import Interrupted, Limits

_SHOWN = sum(
    BITS[name]
    for name in (
        *("dead-squares", "nearest", "assignment", "bipartite", "freeze", "frozen-walls", "pi-corral"),
        *("linear-conflicts", "pairs", "triples", "quadruples", "deadlock-table", "potential"),
    )
)
"""Features whose prunings facts can justify; states pruned by others are explored when writing."""

BUFFER = 1 << 22
BUFFER_A_BOX = 256  # half of it is for a state and the facts of one push: some 100 digits and spaces a box
BYTES_A_STATE = 12  # for where its line starts, and its place in the queue
_FIRST_PATTERNS = 1 << 13
_FIRST_MARKS = 1 << 12
FIRST_NAMED = 1 << 14


def solve_with_certificate(
    level: Level,
    objective: Objective,
    write: Callable[[bytes], object],
    limits: Limits | None = None,
    *,
    without: Collection[str] = (),
    provable: bool = False,
    on_compile: Callable[[], object] = lambda: None,
) -> Answer:
    """Solve a level like `solve`, and write a certificate of the answer if it is final.

    With `provable`, the search only goes forwards, and the proved checker covers the certificate. An incomplete one
    lacks its last line. If an objective other than `pushes` has no solution, a second search proves it. Raises
    `SokobanError` if the level is too large for certificates, and `Interrupted` with the answer so far.
    """
    require_readable(level)
    budget = Budget(limits or Limits(), on_compile)
    if "moves" in objective.counts:
        budget.compile()  # in Python a potential is looked for with less effort: the text would depend on the moment
    search = Search(
        level,
        objective,
        budget,
        select_features(objective, without),
        direction=Direction.FORWARD if provable else Direction.AUTO,
        finds_upper_bounds=True,
        apart=True,
    )
    answer = search.answer(lambda lurd: write_certificate(search, lurd, write))
    if answer.verdict is not Verdict.UNSOLVABLE or objective is Objective.PUSHES:
        return answer
    left = (limits or Limits()).after(answer.seconds, search.budget.cpu_seconds)
    try:
        by_pushes = solve_with_certificate(
            level, Objective.PUSHES, write, left, without=without, provable=provable, on_compile=on_compile
        )
    except Interrupted as stop:
        raise Interrupted(_together(answer, stop.partial)) from None
    return _together(answer, by_pushes)


def _together(answer: Answer, by_pushes: Answer) -> Answer:
    return replace(
        by_pushes,
        objective=answer.objective,
        expanded=answer.expanded + by_pushes.expanded,
        generated=answer.generated + by_pushes.generated,
        seconds=answer.seconds + by_pushes.seconds,
    )


def final_claim(objective: Objective, lurd: str | None) -> Claim:
    if lurd is None:
        return Claim("unsolvable")
    return Claim("optimal", objective, objective.cost(len(lurd), sum(letter.isupper() for letter in lurd)))


def exact_strategy(search: Search) -> BestFirst | None:
    strategy = search.strategy.exact if isinstance(search.strategy, UpperBounded) else search.strategy
    return strategy if isinstance(strategy, BestFirst) else None


def write_certificate(search: Search, lurd: str | None, write: Callable[[bytes], object]) -> None:
    """Write the certificate of a search's final answer: with the solution, if any."""
    level, objective, strategy = search.level, search.objective, exact_strategy(search)
    if lurd is None and objective is not Objective.PUSHES:
        return  # that there is no solution is shown by pushes
    if objective is Objective.ANY:
        write(_text([*format_head(level, Claim("solved"), lurd), "end"]))
        return
    claim = final_claim(objective, lurd)
    evidence = short_proof(level) if lurd is None else None
    if evidence is not None:
        write(_text(format_evidence(level, evidence)))
        return
    if search.tables is None or strategy is None:
        write_without_states(level, claim, lurd, write)
    elif strategy.is_in_the_middle:
        write(_end(_write_both_sides(search, strategy, claim, lurd, write)))
    else:
        write_side(search, strategy, strategy.sides[strategy.closed], claim, lurd, write)


def write_without_states(level: Level, claim: Claim, lurd: str | None, write: Callable[[bytes], object]) -> None:
    """Write the certificate of a claim that the prices of 0 prove at the start."""
    zero = Prices(fact_writer.ZERO_PRICES, (0,) * len(level.goals), None)
    write(_text([*format_head(level, claim, lurd), *format_fact(level.board, zero)]))
    write(_end([zero.number]))


def write_side(
    search: Search,
    strategy: BestFirst,
    side: Side,
    claim: Claim,
    lurd: str | None,
    write: Callable[[bytes], object],
) -> None:
    """Write the certificate of a claim that one side proves: it has expanded all states that cost less."""
    is_second = side.world.groups.largest > 1 or bool(side.world.potential.value.any())
    backwards = bool(side.world.backwards)
    write(_text(format_head(search.level, claim, lurd, backwards=backwards, is_second_version=is_second)))
    potential = _write_potential(search, side.world, write)
    writer = _StatesWriter(search, claim, strategy, side, write, potential=potential, shift=potential)
    writer.write_prices()
    write(_end(writer.write_all(potential + TABLE_PRICES + 1)))


def _end(start: Iterable[int]) -> bytes:
    return _text([f"start : {' '.join(map(str, start))}", "end"])


def _write_both_sides(
    search: Search, strategy: BestFirst, claim: Claim, lurd: str | None, write: Callable[[bytes], object]
) -> list[int]:
    limit, (forward, back) = claim.cost[0], strategy.sides
    depth = (limit + forward.shift + (forward.expanded > back.expanded)) // 2  # where they met
    depth = max(0, min(depth, limit))
    potential = int(forward.world.potential.value.any())
    shifts = potential, potential + TABLE_PRICES
    balance = [shift + TABLE_PRICES for shift in shifts]
    write(_text(format_head(search.level, claim, lurd, depth=[depth, 0][: len(claim.cost)], balance=balance)))
    _write_potential(search, forward.world, write)
    ceilings = [2 * (limit - depth), *(2 * cost for cost in claim.cost[1:]), 0][:2], [2 * depth, 0]
    ahead, behind = (
        _StatesWriter(search, claim, strategy, side, write, potential=potential, shift=shift, ceiling=ceiling)
        for side, shift, ceiling in zip(strategy.sides, shifts, ceilings, strict=True)
    )
    ahead.write_prices()
    behind.write_prices()
    start = ahead.write_all(balance[1] + 1)
    write(b"backwards\n")
    behind.write_all(int(ahead.writer.counts[WriterCount.NEXT_FACT]) + 1)
    return start


def _write_potential(search: Search, world: World, write: Callable[[bytes], object]) -> int:
    if search.tables is None or not world.potential.value.any():
        return 0
    heights = dict.fromkeys(sorted(search.level.board.floor), 0)
    heights.update(zip(search.tables.squares, map(int, world.potential.value), strict=True))
    write(_text(format_fact(search.level.board, Potential(1, tuple(heights.values())))))
    return 1


def _text(lines: Iterable[str]) -> bytes:
    return "".join(f"{line}\n" for line in lines).encode("ascii")


class _StatesWriter:
    def __init__(
        self,
        search: Search,
        claim: Claim,
        strategy: BestFirst,
        side: Side,
        write: Callable[[bytes], object],
        *,
        potential: int,
        shift: int,
        ceiling: Sequence[int] = (fact_writer.NO_LIMIT, 0),
    ) -> None:
        assert search.tables is not None
        self.level, self.tables, self.budget = search.level, search.tables, search.budget
        self.strategy, self.side, self.write, self.shift = strategy, side, write, shift
        side.world = _drop_unproved_features(side.world)
        room = BYTES_A_STATE * len(side.states.of) + len(side.world.groups.excess)
        self.budget.room_for(room, least=room)
        self.writer = _new_writer(self.level, claim, self.tables, side)
        self.writer.ceiling[:] = ceiling
        self.writer.counts[WriterCount.SHIFT] = shift
        self.writer.counts[WriterCount.POTENTIAL] = potential

    def write_prices(self) -> None:
        world = self.side.world
        self._write_prices(fact_writer.ZERO_PRICES, [0] * world.k)
        if world.groups.largest > 1 or self.strategy.is_in_the_middle:
            prices = prices_of(world, self.tables, compiled=self.budget.compiled)
            self._write_prices(TABLE_PRICES, prices)

    def write_all(self, next_fact: int) -> list[int]:
        world, counts = self.side.world, self.writer.counts
        counts[WriterCount.NEXT_FACT] = next_fact
        start = self._first_facts()
        self._justify()
        groups = int(counts[WriterCount.NEXT_FACT])
        self._write_groups(groups)
        counts[WriterCount.CURSOR] = 0
        done = False
        while not done:
            self._check_limits()
            done = write_states.of(self.budget.compiled)(
                self.strategy.code, world, self.side.scratch, self.side.states, self.writer
            )
            self._flush()
        number_of = {GROUPS_FACT: groups} | {
            fact: self.shift + fact for fact in (fact_writer.ZERO_PRICES, TABLE_PRICES)
        }
        return sorted({number_of.get(fact, fact) for fact in (fact_writer.ZERO_PRICES, *start)})

    def _check_limits(self) -> None:
        strategy = self.strategy
        self.budget.check_limits(strategy.expanded, strategy.generated, strategy.bound)

    def _flush(self) -> None:
        counts = self.writer.counts
        self.write(self.writer.text[: counts[WriterCount.USED]].tobytes())
        counts[WriterCount.USED] = 0

    def _justify(self) -> None:
        side = self.side
        while True:
            self._check_limits()
            outcome = justify_states.of(self.budget.compiled)(
                self.budget.steps, self.strategy.code, side.world, side.scratch, side.states, self.writer
            )
            self._flush()
            writer = self.writer
            match outcome:
                case Need.NOTHING:
                    return
                case Need.PATTERNS:
                    self.writer = writer._replace(patterns=_new_patterns(side.world, 4 * writer.patterns.fact.size))
                    writer.counts[WriterCount.PATTERNS] = 0  # old ones may be written again
                case Need.STATES:
                    self.strategy.grow(side)
                    start = self._enlarge(writer.lines.start, len(side.states.of), filler=fact_writer.NO_LINE)
                    self.writer = writer._replace(lines=writer.lines._replace(start=start))
                case Need.NAMED:
                    named = self._double(writer.lines.named)
                    self.writer = writer._replace(lines=writer.lines._replace(named=named))
                case Need.QUEUE:
                    queue = self._double(writer.lines.queue)
                    self.writer = writer._replace(lines=writer.lines._replace(queue=queue))
                case Need.MARKS:
                    self._more_marks()

    def _more_marks(self) -> None:
        marks = self.writer.marks
        self.writer = self.writer._replace(marks=marks._replace(queue=self._double(marks.queue)))

    def _double(self, array: np.ndarray) -> np.ndarray:
        return self._enlarge(array, 2 * len(array))

    def _enlarge(self, array: np.ndarray, size: int, *, filler: int = 0) -> np.ndarray:
        more = size * array.itemsize
        self.budget.room_for(more, least=more)
        grown = np.full(size, filler, dtype=array.dtype)
        grown[: len(array)] = array
        return grown

    def _first_facts(self) -> set[int]:
        side, counts, named = self.side, self.writer.counts, set()
        for state in range(int(side.states.counts[Count.STATES])):
            if parent_of(side.states, state) != state:
                break
            fact = fact_writer.NO_FACT
            if not (self.strategy.is_in_the_middle and side.world.backwards):  # there all ends are to have lines
                while counts[WriterCount.MARKED] + side.world.k > len(self.writer.marks.queue):
                    self._more_marks()
                fact = rule_out_first.of(self.budget.compiled)(
                    self.strategy.code, side.world, side.scratch, side.states, self.writer, state
                )
            if fact != fact_writer.NO_FACT:
                named.add(int(fact))
                self._flush()
            else:
                side.states.of[state, Column.BOUND] = 0
                want(self.writer, state)
        return named

    def _write_groups(self, number: int) -> None:
        world, counts = self.side.world, self.writer.counts
        while not close_groups.of(self.budget.compiled)(self.budget.steps, world, self.writer):
            self._check_limits()
            if 2 * counts[WriterCount.MARKED] > len(self.writer.marks.queue):
                self._more_marks()
        if counts[WriterCount.MARKED] == 0:
            return
        back = " back" if world.backwards else ""
        potential = counts[WriterCount.POTENTIAL]
        on = f"groups{back} {number}{f' in {potential}' if potential else ''} by {TABLE_PRICES + self.shift}"
        self.write(_text([f"{on} : {counts[WriterCount.MARKED]}"]))
        while not write_groups.of(self.budget.compiled)(world, self.writer):
            self._flush()
        self._flush()

    def _write_prices(self, fact: int, of_targets: Iterable[int]) -> None:
        prices = [0] * len(self.level.goals)
        for at, price in zip(self.writer.numbers.goal_at, of_targets, strict=True):
            prices[at] = int(price)
        potential = int(self.writer.counts[WriterCount.POTENTIAL])
        within = potential if fact == TABLE_PRICES and potential else None
        written = Prices(fact + self.shift, tuple(prices), within, bool(self.side.world.backwards))
        self.write(_text(format_fact(self.level.board, written)))


def _drop_unproved_features(world: World) -> World:
    return world._replace(features=world.features & _SHOWN, tunnels=no_tunnels())


def _new_writer(level: Level, claim: Claim, tables: LevelTables, side: Side) -> Writer:
    world = side.world
    k, n = world.k, world.floor.n
    counts = np.zeros(len(WriterCount), dtype=np.int64)
    limit = [fact_writer.NO_LIMIT, 0] if not claim.cost else [*claim.cost, 0][:2]
    pool = fact_writer.POOL
    return Writer(
        limit=np.array(limit, dtype=np.int64),
        ceiling=np.zeros(2, dtype=np.int64),
        counts=counts,
        named=np.zeros(4 * k + 2, dtype=np.int64),
        text=np.empty(BUFFER + BUFFER_A_BOX * len(level.boxes), dtype=np.uint8),
        numbers=_numbers(level, tables, world),
        pool=PricePool(
            fact=np.zeros(pool, dtype=np.int64),
            total=np.zeros(pool, dtype=np.int64),
            least=np.zeros((pool, 4 * n), dtype=np.int32),
            recent=np.zeros(fact_writer.TRIED, dtype=np.int64),
        ),
        patterns=_new_patterns(world, _FIRST_PATTERNS),
        counted=CountPool(
            goals=np.zeros((pool, k), dtype=np.uint8),
            on=np.zeros(pool, dtype=np.int64),
            fact=np.zeros(pool, dtype=np.int64),
            seen=np.zeros(k, dtype=np.uint8),
        ),
        wall_prices=WallPrices(
            on=np.zeros(pool, dtype=np.int64),
            fact=np.zeros(pool, dtype=np.int64),
            price=np.zeros((pool, k), dtype=np.int32),
        ),
        marks=Marks(
            of=np.zeros(len(world.groups.excess), dtype=np.uint8),
            queue=np.zeros(_FIRST_MARKS, dtype=np.int64),
            bits=np.zeros(LARGEST, dtype=np.int32),
            moved=np.zeros(LARGEST, dtype=np.int32),
            part=np.zeros(LARGEST, dtype=np.int32),
        ),
        lines=Lines(
            start=np.full(len(side.states.of), fact_writer.NO_LINE, dtype=np.int64),
            queue=np.zeros(max(FIRST_NAMED, len(side.states.of)), dtype=np.int32),
            named=np.zeros(FIRST_NAMED, dtype=np.int32),
        ),
        matching=new_matching(k),
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
