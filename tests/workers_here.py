"""Workers that are the process of the test."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Generic

from sokocheck.batch.pool import Job
from sokocheck.batch.results_file import Record


class Here(Generic[Job]):
    """Workers that are this process; after so many tasks somebody interrupts it."""

    def __init__(self, most: int = 100) -> None:
        self.most, self.waiting = most, list[Job]()

    def room(self) -> int:
        return 2 - len(self.waiting)

    def submit(self, task: Job) -> None:
        self.waiting.append(task)

    def collect(self) -> Iterator[tuple[Job, Record]]:
        self.most -= 1
        if self.most < 0:
            raise KeyboardInterrupt
        task = self.waiting.pop()  # the last one first: the order is that of the levels all the same
        yield task, task.perform()

    def close(self) -> None:
        pass
