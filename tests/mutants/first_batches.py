"""The boards on which wrong detectors and heuristics are tried."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from itertools import islice, takewhile

from sokodead.audit.figures import Tally
from sokogen.random.batches import Batch, batches

SEED = 0


@cache
def first_batches(count: int) -> list[Batch]:
    """Return the first boards, each with states."""
    return list(islice(batches(SEED), count))


def batches_until_refuted(count: int) -> tuple[Iterator[Batch], Callable[[Tally], None]]:
    """Return the first boards up to the one that refutes, and the function to which the audit tells its report."""
    refuted = False

    def look(report: Tally) -> None:
        nonlocal refuted
        refuted = report.refuted

    return takewhile(lambda _: not refuted, first_batches(count)), look
