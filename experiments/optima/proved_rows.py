"""Rows of tables of optima: proved with certificates, cross-checked, and written."""

from __future__ import annotations

import lzma
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from sokocheck.checkers.all_checkers import FAST
from sokocheck.optima.certified import LEXICOGRAPHIC, ProvedOptima, Wrong, optimum_of, prove_optima
from sokocheck.optima.table import FIRST_LINE, NEEDED, OptimaRow, Optimum, key_of
from sokosolve.features import Direction
from sokosolve.solver import solve
from sokospec.answer import EXACT, Objective
from sokospec.board import Level
from sokospec.limits import Limits

_COSTLY = ("triples", "quadruples")
"""Tables that take longer to make, and to check, than levels of Boxoban's size take without them."""


class Wish(NamedTuple):
    """Work for each level besides the two certificates.

    `each`: a certificate for each of the four objectives, instead of leaving out `_COSTLY` features. `backward`: a
    backward search for pushes as a cross-check. `checker`: who checks the certificates, such as "fast" or "all".
    """

    each: bool = False
    backward: bool = False
    checker: str = FAST

    @property
    def objectives(self) -> tuple[Objective, ...]:
        """Objectives with a certificate."""
        return EXACT if self.each else LEXICOGRAPHIC

    @property
    def columns(self) -> tuple[str, ...]:
        """Names of the additional columns."""
        digests = [f"sha256:{objective}" for objective in self.objectives] if self.each else []
        return (*(f"states:{objective}" for objective in self.objectives), *digests)


@dataclass(frozen=True, slots=True)
class ProvedRow:
    """Row of a table, with the answers and certificates that prove it."""

    row: OptimaRow
    proved: ProvedOptima

    def cells(self, wish: Wish) -> list[str]:
        """Return the cells of the row in a table of a wish."""
        states = (str(answer.expanded) for answer in self.proved.answers.values())
        return [*self.row.cells, *states, *(self.proved.digests if wish.each else ())]


def prove_row(file: str, number: int, level: Level, wish: Wish, limits: Limits) -> ProvedRow:
    """Return the row of a level, with limits for each search. Raises `Wrong`."""
    without = () if wish.each else _COSTLY
    proved = prove_optima(level, wish.objectives, limits, without=without, checker_name=wish.checker)
    if wish.backward:
        _search_backwards(level, proved.pushes_first, limits)
    return ProvedRow(OptimaRow(file, number, key_of(level), proved.pushes_first, proved.moves_first), proved)


def _search_backwards(level: Level, forwards: Optimum, limits: Limits) -> None:
    backwards = optimum_of(solve(level, Objective.PUSHES, limits, direction=Direction.BACKWARD))
    if backwards.is_least or backwards.bound is None:
        agrees = not forwards.is_least or backwards.bound == forwards.bound
    else:
        agrees = forwards.bound is None or not forwards.is_least or (backwards.bound or 0) <= forwards.bound
    if not agrees:
        raise Wrong(f"pushes, backwards: {backwards}; forwards: {forwards}")


def table_text(lines: Iterable[Sequence[str]], others: Sequence[str] = ()) -> str:
    """Return the text of a table; `others` names the additional columns."""
    return "".join(f"{line}\n" for line in (FIRST_LINE, "\t".join((*NEEDED, *others)), *map("\t".join, lines)))


def pack(text: str) -> bytes:
    """Return a text as .xz, deterministic for a version of the compressor."""
    return lzma.compress(text.encode("ascii"), preset=9 | lzma.PRESET_EXTREME)
