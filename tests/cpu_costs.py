"""CPU seconds of tests, with all processes that they start, written by `pytest --costs FOLDER`."""

from __future__ import annotations

import json
import os
import resource
from collections.abc import Generator
from contextlib import suppress
from pathlib import Path

import pytest

TICKS = os.sysconf("SC_CLK_TCK")


def cpu_seconds() -> float:
    """Return the CPU seconds of this process, of children that have ended, and of descendants that run."""
    seconds = 0.0
    for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN):
        used = resource.getrusage(who)
        seconds += used.ru_utime + used.ru_stime
    waiting = [os.getpid()]
    while waiting:
        for child in _children(waiting.pop()):
            with suppress(OSError):
                fields = Path(f"/proc/{child}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
                seconds += sum(map(int, fields[11:15])) / TICKS
                waiting.append(child)
    return seconds


def _children(process: int) -> list[int]:
    with suppress(OSError):
        threads = Path(f"/proc/{process}/task").iterdir()
        return [int(child) for thread in threads for child in (thread / "children").read_text("utf-8").split()]
    return []


class CostsWriter:
    """A pytest plugin that writes the CPU seconds of each test to a file of the process in a folder, line by line."""

    def __init__(self, folder: Path) -> None:
        os.environ.pop("PYTEST_ADDOPTS", None)  # not for runs of pytest that a test starts
        folder.mkdir(parents=True, exist_ok=True)
        self.path = folder / f"{os.getpid()}.jsonl"

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        before = cpu_seconds()
        try:
            return (yield)
        finally:
            with self.path.open("a", encoding="utf-8") as file:
                file.write(json.dumps([item.nodeid, round(cpu_seconds() - before, 4)]) + "\n")
