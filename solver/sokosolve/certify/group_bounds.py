"""Certificates of lower bounds that groups of boxes prove at the first state, without other states."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import pairwise

from sokosolve.bounds import group_tables
from sokosolve.bounds.box_groups import DEAD
from sokosolve.certify.boxes_alone import Group, GroupTables, choose_greedily, close_first
from sokosolve.certify.conflicts import MOST_BOXES, ConflictSearch
from sokosolve.certify.fact_writer import ZERO_PRICES
from sokosolve.certify.group_facts import TABLE_PRICES
from sokosolve.certify.lower_bounds import CertifiedBound, parity_of, require_provable
from sokosolve.features import select_features
from sokosolve.level.arrays import INFINITE
from sokosolve.level.level_tables import LevelTables, level_tables
from sokosolve.search import build
from sokosolve.search.budget import Budget
from sokosolve.search.cost import with_parity
from sokosolve.search.solution import Run, lurd_of
from sokospec.answer import Answer, Objective, Verdict
from sokospec.board import Direction, Level
from sokospec.certificates.facts import Area, Fact, Groups, Pattern, Prices
from sokospec.certificates.text import Claim
from sokospec.certificates.writing import format_fact, format_head
from sokospec.limits import LimitReached, Limits, peak_rss_mib

MOST_PATTERNS = 16_000_000
"""Patterns that are learned, at most; with their trie they take some 5 GB."""

_GROUPS = 3
"""Number of the fact of groups."""

_NO_COST = 1 << 30


def bound_by_groups(
    level: Level,
    write: Callable[[bytes], object],
    limits: Limits,
    *,
    known: str | None = None,
    most: int = MOST_PATTERNS,
    on_compile: Callable[[], object] = lambda: None,
) -> CertifiedBound:
    r"""Write a certificate of the pushes that boxes need together, by patterns learned from conflicts.

    At most `most` patterns are learned. If the bound is the cost of a `known` solution (LURD), or of one that turns up,
    this is optimal. Raises `SokobanError` like `solve_or_bound`.

    >>> parts = []
    >>> level = Level.parse("#########\n#  @ $ .#\n#.  $   #\n#########")
    >>> print(bound_by_groups(level, parts.append, Limits()).claim)
    optimal pushes 5
    """

    def find(tables: LevelTables, groups: GroupTables, budget: Budget) -> Result:
        found, closed, patterns = _learn(groups, budget, cost_of(known), most)
        facts = [Groups(_GROUPS, TABLE_PRICES, list_excesses(tables, closed))] if closed else []
        solution = known if found is None else lurd_of(level, _runs_of(tables, found))
        return Result(choose_greedily(groups, closed), facts, patterns, solution)

    return write_bound(level, write, Budget(limits, on_compile), known, find)


@dataclass(frozen=True, slots=True)
class Result:
    """Result of a search: the excess of the first state, facts that prove it, how much was searched, and a solution."""

    excess: int
    facts: Sequence[Fact]
    searched: int
    solution: str | None


def write_bound(
    level: Level,
    write: Callable[[bytes], object],
    budget: Budget,
    known: str | None,
    find: Callable[[LevelTables, GroupTables, Budget], Result],
) -> CertifiedBound:
    """Write a certificate of what is found beyond the prices; it is optimal if that is the cost of a solution."""
    require_provable(level, known)
    budget.compile()
    tables = level_tables(level, compiled=True)
    claim, searched = None, 0
    try:
        groups = None if tables is None or not len(tables.boxes) else make_tables(tables, budget)
    except LimitReached:
        groups = None
    if tables is not None and groups is not None and groups.base < INFINITE // 2:
        result = find(tables, groups, budget)
        known, searched = result.solution, result.searched
        bound = with_parity(max(0, groups.base + result.excess), parity_of(level))
        assert bound <= cost_of(known), "no bound is above the cost of a solution"
        claim = Claim("optimal" if bound == cost_of(known) else "at-least", Objective.PUSHES, (bound,))
        write(_format(level, claim, known, [*_list_prices(level, tables, groups), *result.facts]))
    is_optimal = claim is not None and claim.kind == "optimal"
    answer = Answer(
        Verdict.OPTIMAL if is_optimal else Verdict.LIMIT_TIME,
        Objective.PUSHES,
        known if is_optimal else None,
        0 if claim is None else claim.cost[0],
        searched,
        searched,
        budget.seconds,
        peak_rss_mib(),
    )
    return CertifiedBound(answer, claim, known)


def cost_of(known: str | None) -> int:
    """Return the pushes of a solution, more than any level needs without one."""
    return _NO_COST if known is None else sum(letter.isupper() for letter in known)


def make_tables(tables: LevelTables, budget: Budget) -> GroupTables:
    """Return the groups of a level with all tables that fit. Raises `LimitReached`."""

    def pause() -> None:
        budget.check_limits(0, 0, 0)

    world = build.world_of(tables, select_features(Objective.PUSHES), exact_player=False, compiled=True)
    while (size := group_tables.next_size(world)) is not None:
        world = group_tables.with_groups(world, tables, size, compiled=True, pause=pause)
    return GroupTables(world, tables, group_tables.prices_of(world, tables, compiled=True), compiled=True)


def _learn(
    groups: GroupTables, budget: Budget, cost: int, most: int
) -> tuple[list[tuple[int, ...]] | None, dict[Group, int], int]:
    """Return the boxes of a solution's states, the groups of a fact, and how many patterns were learned."""
    if len(groups.boxes) > MOST_BOXES:
        return None, close_first(groups), 0

    def pause() -> None:
        budget.check_limits(search.patterns, 0, groups.base)

    search, found = ConflictSearch(groups, most, pause), None
    with suppress(LimitReached):
        found = search.raise_excess(cost - 1 - groups.base)
    return found, search.close(), search.patterns


def _runs_of(tables: LevelTables, states: list[tuple[int, ...]]) -> list[Run]:
    """Return the pushes between states, each with its boxes in one order."""
    runs, beyond = list[Run](), tables.floor.beyond
    for before, after in pairwise(states):
        [(box, landing)] = [(one, other) for one, other in zip(before, after, strict=True) if one != other]
        [direction] = [each for each in Direction if beyond[box * 4 + each] == landing]
        runs.append(Run(tables.squares[box], direction, 1))
    return runs


def _list_prices(level: Level, tables: LevelTables, groups: GroupTables) -> list[Fact]:
    """Return zero prices and the tables' prices."""
    prices = {tables.squares[goal]: price for goal, price in groups.prices.items()}
    return [
        Prices(ZERO_PRICES, (0,) * len(level.goals)),
        Prices(TABLE_PRICES, tuple(prices.get(goal, 0) for goal in sorted(level.goals))),
    ]


def list_excesses(tables: LevelTables, closed: Mapping[Group, int]) -> tuple[tuple[int | None, Pattern], ...]:
    """Return groups as a fact has them."""
    return tuple((None if excess == DEAD else excess, pattern_of(tables, group)) for group, excess in closed.items())


def pattern_of(tables: LevelTables, group: Group) -> Pattern:
    """Return a group as a fact has it."""
    boxes, player = group
    return Pattern(frozenset(tables.squares[box] for box in boxes), tables.squares[player])


def _format(level: Level, claim: Claim, known: str | None, facts: Sequence[Fact]) -> bytes:
    lurd = known if claim.kind == "optimal" else None
    lines = [*format_head(level, claim, lurd, is_second_version=True)]
    for fact in facts:
        lines += format_fact(level.board, fact)
    bounds = [str(fact.number) for fact in facts if not isinstance(fact, Area)]
    lines += [f"start : {' '.join(bounds)}", "end"]
    return "".join(f"{line}\n" for line in lines).encode("ascii")
