"""Contradictions between recorded answers."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from sokocheck.reports.rows import Identity, ResultRow
from sokospec.answer import EXACT, Verdict
from sokospec.errors import quantify

_BY_MOVES = [objective for objective in EXACT if objective.counts[0] == "moves"]


class Contradiction(NamedTuple):
    """Two rows that cannot both be right, or one that is inconsistent, with the reason."""

    one: ResultRow
    other: ResultRow
    what: str


def contradictions(rows: Iterable[ResultRow]) -> list[Contradiction]:
    """Return all contradictions among rows about the same level or key, each pair once."""
    found: dict[tuple[int, int], Contradiction] = {}
    groups: dict[Identity, list[int]] = defaultdict(list)
    numbered = list(rows)
    for number, row in enumerate(numbered):
        if (what := _own(row)) is not None:
            found[number, number] = Contradiction(row, row, what)
        for identity in row.identities:
            groups[identity].append(number)
    for identity, members in groups.items():
        for one, other in _suspects(numbered, members):
            if (one, other) in found or (other, one) in found:
                continue
            digests = numbered[one].digest, numbered[other].digest
            if identity[0] == "place" and None not in digests and digests[0] != digests[1]:
                continue  # two files of one name
            what = _quarrel(numbered[one], numbered[other], exact=identity[0] != "key")
            if what is not None:
                found[one, other] = Contradiction(numbered[one], numbered[other], what)
    return [found[pair] for pair in sorted(found)]


def _suspects(rows: Sequence[ResultRow], members: Sequence[int]) -> Iterator[tuple[int, int]]:
    told: dict[tuple[object, ...], int] = {}  # of rows of one run that say the same, the first speaks for all
    for number in members:
        row = rows[number]
        told.setdefault(
            (row.run, row.objective, row.verdict, row.moves, row.pushes, row.lower_bound, row.digest), number
        )
    different = list(told.values())
    claims = [n for n in different if rows[n].verdict in (Verdict.OPTIMAL, Verdict.UNSOLVABLE) or rows[n].lower_bound]
    solutions = [n for n in different if rows[n].is_solved]
    return ((claim, solution) for claim in claims for solution in solutions if claim != solution)


def _own(row: ResultRow) -> str | None:
    if row.verdict == Verdict.OPTIMAL and row.moves is None:
        return "called optimal, without a solution"
    if row.verdict == Verdict.UNSOLVABLE and row.lurd is not None:
        return "called unsolvable, with a solution"
    if row.lurd is not None and (row.moves, row.pushes) != (len(row.lurd), sum(map(str.isupper, row.lurd))):
        return f"it says {_moves_and_pushes(row)}, but its solution has other counts"
    bound, counted = row.lower_bound, _first(row, by_moves=row.objective in _BY_MOVES)
    if bound is not None and counted is not None and counted < bound:
        return f"its lower bound is {bound}, but its own solution costs {counted}"
    return None


def _quarrel(claim: ResultRow, solution: ResultRow, *, exact: bool) -> str | None:
    whose = f"{solution.run} has a solution of {_moves_and_pushes(solution)}"
    if claim.verdict == Verdict.UNSOLVABLE:
        return f"called unsolvable, but {whose}"
    by_moves = claim.objective in _BY_MOVES
    if not exact and by_moves and solution.objective not in _BY_MOVES:
        return None  # these levels may differ by where the player starts
    counted = _first(solution, by_moves=by_moves)
    if counted is None:
        return None
    if claim.verdict == Verdict.OPTIMAL and claim.cost:
        price = claim.cost if exact or claim.objective == solution.objective else claim.cost[:1]
        assert solution.moves is not None and solution.pushes is not None
        paid = claim.objective.cost(solution.moves, solution.pushes)[: len(price)]
        if paid < price:
            return f"called optimal for {claim.objective} at {_counts(price)}, but {whose}"
    if claim.lower_bound is not None and counted < claim.lower_bound:
        return f"the lower bound is {claim.lower_bound} {_unit(claim)}, but {whose}"
    return None


def _moves_and_pushes(row: ResultRow) -> str:
    return f"{quantify(row.moves or 0, 'move')} and {quantify(row.pushes or 0, 'push')}"


def _first(row: ResultRow, *, by_moves: bool) -> int | None:
    return row.moves if by_moves else row.pushes


def _unit(row: ResultRow) -> str:
    return "moves" if row.objective in _BY_MOVES else "pushes"


def _counts(price: Sequence[int]) -> str:
    return " and ".join(map(str, price))
