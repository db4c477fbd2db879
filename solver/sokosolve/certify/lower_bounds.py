"""Certificates of searches for the fewest pushes that also prove a lower bound when a limit ends the search."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from sokosolve.certify.certificate import (
    exact_strategy,
    final_claim,
    write_certificate,
    write_side,
    write_without_states,
)
from sokosolve.features import Direction, select_features
from sokosolve.search.budget import Budget
from sokosolve.search.cost import with_parity
from sokosolve.search.solution import lurd_of
from sokosolve.solver import Search
from sokosolve.upper_bound import UpperBounded
from sokospec.answer import Answer, Objective, Verdict
from sokospec.board import Level
from sokospec.certificates.text import Claim
from sokospec.certificates.writing import require_readable
from sokospec.errors import SokobanError
from sokospec.limits import LimitReached, Limits
from sokospec.replay import replay

_TIME_SHARE, _MEMORY_SHARE = 0.5, 0.8
"""Shares of the limits for the search; the rest is for writing the lower bound's certificate, which may take less."""

_LIMITS = (Verdict.LIMIT_TIME, Verdict.LIMIT_MEMORY)


@dataclass(frozen=True, slots=True)
class CertifiedBound:
    """An answer, what its certificate claims, and the best solution, optimal or not.

    `claim` is None if a limit ended the writing, too.
    """

    answer: Answer
    claim: Claim | None
    solution: str | None


def solve_or_bound(
    level: Level,
    write: Callable[[bytes], object],
    limits: Limits,
    *,
    known: str | None = None,
    direction: Direction = Direction.AUTO,
    most: int | None = None,
    on_compile: Callable[[], object] = lambda: None,
) -> CertifiedBound:
    r"""Search for the fewest pushes, and write a certificate of the answer, or of the bound proved at a limit.

    A solution (LURD) that is `known` spares the search solutions that are not better. `most` limits the expanded
    states. Raises `SokobanError` if `known` is not a solution or the level is too large for certificates, and
    `Interrupted`.

    >>> parts = []
    >>> level = Level.parse("#########\n#  @ $ .#\n#.  $   #\n#########")
    >>> print(solve_or_bound(level, parts.append, Limits(), most=1).claim)
    at-least pushes 5
    """
    require_provable(level, known)
    search = Search(
        level,
        Objective.PUSHES,
        Budget(_share_of(limits), on_compile),
        select_features(Objective.PUSHES, ()),
        direction=direction,
        known=known,
        finds_upper_bounds=most is None,
        apart=True,
        most=most,
    )
    settled = False

    def settle(lurd: str | None) -> None:
        nonlocal settled
        settled = True
        search.budget.limits = limits
        write_certificate(search, lurd, write)

    answer = search.answer(settle)
    if answer.verdict not in _LIMITS:
        return CertifiedBound(answer, final_claim(Objective.PUSHES, answer.lurd), answer.lurd)
    best = _best_solution(search)
    if settled:
        return CertifiedBound(answer, None, best)
    search.budget.limits = limits
    try:
        claim = _write_bound(search, write)
    except (LimitReached, MemoryError):
        return CertifiedBound(answer, None, best)
    return CertifiedBound(replace(answer, lower_bound=claim.cost[0]), claim, best)


def require_provable(level: Level, known: str | None) -> None:
    """Raise `SokobanError` if `known` is not a solution or the level is too large for certificates."""
    require_readable(level)
    if known is not None and not (replayed := replay(level, known)).valid:
        raise SokobanError(f"the known solution does not solve the level: at step {replayed.at}, {replayed.reason}")


def _share_of(limits: Limits) -> Limits:
    def share(limit: float | None, part: float) -> float | None:
        return None if limit is None else part * limit

    seconds, cpu = (share(limit, _TIME_SHARE) for limit in (limits.seconds, limits.cpu))
    return replace(limits, seconds=seconds, cpu=cpu, mib=share(limits.mib, _MEMORY_SHARE))


def _best_solution(search: Search) -> str | None:
    """Return the best solution of the search; otherwise the known one."""
    strategy = search.strategy
    runs = strategy.solution if isinstance(strategy, UpperBounded) else None
    exact = exact_strategy(search)
    if exact is not None:
        runs = exact.met() or runs
    return search.known if runs is None else lurd_of(search.level, runs)


def _write_bound(search: Search, write: Callable[[bytes], object]) -> Claim:
    """Write the certificate of the greater bound of both sides, and return its claim.

    A side has expanded all states that cost less than its bound. Pushes have the parity of all solutions, so the claim
    has it, too.
    """
    strategy = exact_strategy(search)
    if strategy is None:
        claim = Claim("at-least", Objective.PUSHES, (0,))
        write_without_states(search.level, claim, None, write)
        return claim
    side = max(strategy.sides, key=lambda each: each.bound)
    bound = side.bound if strategy.upper_bound is None else min(side.bound, strategy.upper_bound)
    claim = Claim("at-least", Objective.PUSHES, (with_parity(bound, parity_of(search.level)),))
    write_side(search, strategy, side, claim, None, write)
    return claim


def parity_of(level: Level) -> int:
    """Return the parity of all numbers of pushes that solve a level: each push changes the colour of a box's square."""
    return sum((row + column) & 1 for row, column in level.boxes ^ level.goals) & 1
