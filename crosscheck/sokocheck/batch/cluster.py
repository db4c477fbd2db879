"""Workers on a Dask cluster with a running scheduler."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from concurrent.futures import CancelledError, Executor
from contextlib import contextmanager
from importlib import import_module
from typing import Any, Generic

from sokocheck.application.wrong_use import WrongUse
from sokocheck.batch.pool import Job, Lost
from sokocheck.batch.results_file import Record, RunFailed
from sokocheck.batch.task import Work
from sokospec.answer import Verdict

_AHEAD = 2
"""Tasks for each thread of the cluster that are with the scheduler at a time."""

_PATIENCE = 30.0
"""Seconds in which a scheduler must answer."""

_LOST = "the connection to the scheduler is lost"
_MISSING = "--scheduler needs Dask: pip install distributed, here and where the workers run"


def _connect(address: str, seconds: float) -> tuple[Any, Any]:  # Any: Dask has hardly any types
    try:
        distributed: Any = import_module("distributed")
    except ModuleNotFoundError:
        raise WrongUse(_MISSING) from None
    for name in ("distributed", "distributed.client"):
        logging.getLogger(name).setLevel(logging.CRITICAL)  # what goes wrong is said once, by us
    try:
        return distributed, distributed.Client(address, timeout=seconds)
    except (OSError, ValueError, TimeoutError) as error:
        raise WrongUse(f"--scheduler {address}: no Dask scheduler answers: {error}") from None


@contextmanager
def executor_of(address: str) -> Iterator[tuple[Executor, int]]:
    """Yield an executor on the cluster's workers and their number.

    Raises a usage error if no scheduler answers, and `Lost` if it is lost.
    """
    distributed, client = _connect(address, _PATIENCE)
    executor: Executor = client.get_executor(pure=False)
    try:
        yield executor, max(1, sum(client.nthreads().values()))
    except (CancelledError, distributed.comm.CommClosedError):
        raise Lost(_LOST) from None
    except distributed.KilledWorker as error:
        raise Lost(_reason(error)) from None
    finally:
        executor.shutdown(wait=False)
        client.close(timeout=5)


class Cluster(Generic[Job]):
    """Workers on a Dask cluster; tasks of a dead worker are rescheduled. All methods raise `Lost`."""

    def __init__(self, address: str, seconds: float = _PATIENCE) -> None:
        distributed, self._client = _connect(address, seconds)
        self._wait = distributed.wait
        self._running: dict[Any, Job] = {}  # by Dask's futures

    def room(self) -> int:
        with self._translate_errors():
            threads: int = sum(self._client.nthreads().values())
        return max(1, _AHEAD * threads) - len(self._running)

    def submit(self, task: Job) -> None:
        with self._translate_errors():
            future = self._client.submit(_perform, task, pure=False)
        self._running[future] = task

    def collect(self) -> Iterator[tuple[Job, Record]]:
        with self._translate_errors():
            try:
                ready = self._wait(list(self._running), timeout=1.0, return_when="FIRST_COMPLETED").done
            except TimeoutError:
                ready = ()
        if self._client.status != "running":
            raise Lost(_LOST)
        for future in ready:
            if future.status == "cancelled":
                raise Lost(_LOST)
            if future.status not in ("finished", "error"):
                continue  # its worker died with the record; the scheduler has it done again
            task = self._running[future]
            with self._translate_errors():
                error = future.exception()  # None for one that is finished, done again if need be
                if isinstance(error, RunFailed):
                    raise error
                record = task.failure(Verdict.FAILED, _reason(error)) if error is not None else future.result()
            del self._running[future]
            yield task, record

    def close(self) -> None:
        if self._running and self._client.status == "running":
            self._client.cancel(list(self._running))
        self._running.clear()
        self._client.close(timeout=5)

    @contextmanager
    def _translate_errors(self) -> Iterator[None]:
        try:
            yield
        except (OSError, CancelledError, RuntimeError):
            raise Lost(_LOST) from None


def _perform(work: Work) -> Record:
    return work.perform()


def _reason(error: BaseException) -> str:
    if type(error).__name__ == "KilledWorker":
        return "the workers that had it died, as often as the scheduler allows (allowed-failures)"
    return f"the cluster failed: {type(error).__name__}: {str(error)[:300]}"
