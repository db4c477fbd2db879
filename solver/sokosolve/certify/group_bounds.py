"""Certificates of lower bounds that groups of boxes prove at the first state, without other states."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
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
from sokospec.certificates.facts import Groups, Pattern, Prices
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
    require_provable(level, known)
    budget = Budget(limits, on_compile)
    budget.compile()
    tables = level_tables(level, compiled=True)
    claim, patterns = None, 0
    try:
        groups = None if tables is None or not len(tables.boxes) else make_tables(tables, budget)
    except LimitReached:
        groups = None
    if tables is not None and groups is not None and groups.base < INFINITE // 2:
        found, closed, patterns = _learn(groups, budget, _cost_of(known), most)
        if found is not None:
            known = lurd_of(level, _runs_of(tables, found))
        bound = with_parity(max(0, groups.base + choose_greedily(groups, closed)), parity_of(level))
        assert bound <= _cost_of(known), "no bound is above the cost of a solution"
        claim = Claim("optimal" if bound == _cost_of(known) else "at-least", Objective.PUSHES, (bound,))
        write(_format(level, claim, known, _list_facts(level, tables, groups, closed)))
    is_optimal = claim is not None and claim.kind == "optimal"
    answer = Answer(
        Verdict.OPTIMAL if is_optimal else Verdict.LIMIT_TIME,
        Objective.PUSHES,
        known if is_optimal else None,
        0 if claim is None else claim.cost[0],
        patterns,
        patterns,
        budget.seconds,
        peak_rss_mib(),
    )
    return CertifiedBound(answer, claim, known)


def _cost_of(known: str | None) -> int:
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


def _list_facts(
    level: Level, tables: LevelTables, groups: GroupTables, closed: Mapping[Group, int]
) -> list[Prices | Groups]:
    """Return zero prices, the tables' prices, and the groups, if any."""
    squares = tables.squares
    prices = {squares[goal]: price for goal, price in groups.prices.items()}
    facts: list[Prices | Groups] = [
        Prices(ZERO_PRICES, (0,) * len(level.goals)),
        Prices(TABLE_PRICES, tuple(prices.get(goal, 0) for goal in sorted(level.goals))),
    ]
    excesses = [
        (None if excess == DEAD else excess, Pattern(frozenset(squares[box] for box in boxes), squares[player]))
        for (boxes, player), excess in closed.items()
    ]
    return [*facts, Groups(_GROUPS, TABLE_PRICES, tuple(excesses))] if excesses else facts


def _format(level: Level, claim: Claim, known: str | None, facts: list[Prices | Groups]) -> bytes:
    lurd = known if claim.kind == "optimal" else None
    lines = [*format_head(level, claim, lurd, is_second_version=True)]
    for fact in facts:
        lines += format_fact(level.board, fact)
    lines += [f"start : {' '.join(str(fact.number) for fact in facts)}", "end"]
    return "".join(f"{line}\n" for line in lines).encode("ascii")
