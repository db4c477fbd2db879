"""Workers of portions that are the process of the test."""

from __future__ import annotations

from collections.abc import Iterator

from sokocheck.batch.results_file import Record
from sokocheck.optima.portions import Portion


class Here:
    """Workers that are this process; after so many portions somebody interrupts it."""

    def __init__(self, most: int = 100) -> None:
        self.most, self.waiting = most, list[Portion]()

    def room(self) -> int:
        return 2 - len(self.waiting)

    def submit(self, task: Portion) -> None:
        self.waiting.append(task)

    def collect(self) -> Iterator[tuple[Portion, Record]]:
        self.most -= 1
        if self.most < 0:
            raise KeyboardInterrupt
        task = self.waiting.pop()  # the last one first: the order is that of the levels all the same
        yield task, task.perform()

    def close(self) -> None:
        pass
