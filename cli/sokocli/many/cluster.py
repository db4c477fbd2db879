"""The same tasks on a Dask cluster: a scheduler that somebody started, and its workers on any number of machines."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from typing import Any

import click

from sokocli.many.ledger import Record
from sokocli.many.task import FAILED, Task, failure, performed
from sokospec.errors import SokobanError

AHEAD = 2
"""Tasks for each thread of the cluster that are with the scheduler at a time."""

MISSING = "--scheduler needs Dask: pip install 'sokospec[cluster]', here and where the workers run"


class Cluster:
    """A Dask cluster that does tasks; the scheduler gives one whose worker dies to another."""

    def __init__(self, address: str, seconds: float = 30.0) -> None:
        """Connect to a scheduler; raises `SokobanError` where none answers, and a usage error without Dask."""
        try:
            distributed: Any = import_module("distributed")  # Any: it has hardly any types
        except ModuleNotFoundError:
            raise click.UsageError(MISSING) from None
        try:
            self._client = distributed.Client(address, timeout=seconds)
        except (OSError, ValueError, TimeoutError) as error:
            raise SokobanError(f"{address}: no Dask scheduler answers: {error}") from None
        self._wait = distributed.wait
        self._running: dict[Any, Task] = {}  # by Dask's futures

    def room(self) -> int:
        """Return how many more tasks the scheduler is to have."""
        threads: int = sum(self._client.nthreads().values())
        return max(1, AHEAD * threads) - len(self._running)

    def submit(self, task: Task) -> None:
        """Give a task to the scheduler."""
        future = self._client.submit(performed, task, pure=False)
        self._running[future] = task

    def done(self) -> Iterator[tuple[Task, Record]]:
        """Wait for a second at most; yield what is done."""
        try:
            ready = self._wait(list(self._running), timeout=1.0, return_when="FIRST_COMPLETED").done
        except TimeoutError:
            self._alive()
            return
        for future in ready:
            task = self._running.pop(future)
            if future.status == "finished":
                yield task, future.result()
            elif future.status == "cancelled":
                raise SokobanError("the connection to the scheduler is lost; what is done is kept, run it again")
            else:
                yield task, failure(task, FAILED, _reason(future.exception()))

    def close(self) -> None:
        """Give back what is not done, and disconnect."""
        if self._running and self._client.status == "running":
            self._client.cancel(list(self._running))
        self._running.clear()
        self._client.close(timeout=5)

    def _alive(self) -> None:
        if self._client.status != "running":
            raise SokobanError("the connection to the scheduler is lost; what is done is kept, run it again")


def _reason(error: BaseException | None) -> str:
    if type(error).__name__ == "KilledWorker":
        return "the workers that had it died, as often as the scheduler allows (allowed-failures)"
    return f"the cluster failed: {type(error).__name__}: {str(error)[:300]}"
