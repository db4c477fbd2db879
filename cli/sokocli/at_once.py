"""`--jobs N`: several levels at once, each in a process, with results in the order of the levels."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from typing import TYPE_CHECKING, TypeVar

from sokocheck.application.wrong_use import WrongUse
from sokocheck.batch.results_file import Record, RunFailed
from sokocli.options import number_option
from sokosolve.kernel_errors import WrongMachineCode
from sokospec.answer import Verdict

if TYPE_CHECKING:
    from sokocheck.batch.task import Work

_AHEAD = 8
"""Levels per process that may be read, and done, before the first of them is printed."""

_Job = TypeVar("_Job", bound="Work")
jobs_option: Callable[[Callable[..., int]], Callable[..., int]] = number_option(
    "--jobs", 1, "Levels to process at once, each in its own process and with its own limits.", least=1, most=1024
)


class _Broken(Exception):
    """Internal error in a worker; the text is its traceback."""


def in_order(jobs: int, tasks: Iterable[_Job]) -> Iterator[tuple[_Job, Record]]:
    """Yield each task with its record in the order of the tasks, which `jobs` processes do at once.

    An error of the iterator `tasks` is raised after the records before it. Raises `RunFailed`.
    """
    from sokocheck.batch.pool import Pool  # takes as long as all else that one process needs

    reading = iter(tasks)
    order: deque[_Job] = deque()
    records: dict[int, Record] = {}
    failure: Exception | None = None
    more = True
    with closing(Pool[_Job](jobs)) as pool:
        while more or order:
            while more and pool.room() > 0 and len(order) < _AHEAD * jobs:
                try:
                    task = next(reading, None)
                except Exception as error:
                    task, failure = None, error
                more = task is not None
                if task is not None:
                    order.append(task)
                    pool.submit(task)
            if order and id(order[0]) in records:
                first = order.popleft()
                record = records.pop(id(first))
                if "broken" in record:
                    raise _Broken(record["broken"])
                yield first, record
            elif order:
                records.update((id(task), record) for task, record in pool.collect())
    if failure is not None:
        raise failure


def attempt_record(work: Callable[[], Record], fail: Callable[[Verdict, str], Record]) -> Record:
    """Return the record of a piece of work in a worker, or of its internal error. Raises `RunFailed`.

    `fail` makes the record when the system is out of memory.
    """
    try:
        return work()
    except MemoryError:
        return fail(Verdict.LIMIT_MEMORY, "the system had no more memory to give")
    except WrongMachineCode as error:
        raise RunFailed(str(error)) from None
    except (OSError, WrongUse) as error:
        raise RunFailed(f"{getattr(error, 'filename', None) or 'a file'}: {error}") from None
    except Exception:
        import traceback

        return {"broken": traceback.format_exc()}
