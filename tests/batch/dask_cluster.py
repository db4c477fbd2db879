"""A Dask scheduler and its workers on 127.0.0.1, started the way docs/guides/batch.md says."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path
from types import TracebackType

SETTINGS = {
    "DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES": "1",
    "DASK_DISTRIBUTED__ADMIN__TICK__LIMIT": "1h",
    "DASK_DISTRIBUTED__DIAGNOSTICS__NVML": "False",
}


class LocalCluster:
    """A scheduler with workers of one thread each, all of them ended in the end."""

    def __init__(self, folder: Path, workers: int) -> None:
        """Remember what is to be started, and where its files go."""
        self._folder = folder
        self._count = workers
        self._processes: list[subprocess.Popen[bytes]] = []
        self.workers: list[subprocess.Popen[bytes]] = []
        self.address = ""

    def __enter__(self) -> LocalCluster:
        """Start the processes and wait until the scheduler says where it is."""
        where = self._folder / "scheduler.json"
        self.scheduler = self._start("scheduler", "--host", "127.0.0.1", "--port", "0", "--scheduler-file", str(where))
        deadline = time.monotonic() + 900
        while not where.exists() or not where.read_bytes().endswith(b"}"):
            assert time.monotonic() < deadline, "the scheduler does not start"
            time.sleep(0.05)
        self.address = json.loads(where.read_text(encoding="utf-8"))["address"]
        options = ("--nthreads", "1", "--no-nanny", "--no-dashboard", "--local-directory", str(self._folder))
        self.workers = [self._start("worker", self.address, *options) for _ in range(self._count)]
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        """End what is left."""
        for process in reversed(self._processes):
            process.kill()
            process.wait()

    def _start(self, what: str, *options: str) -> subprocess.Popen[bytes]:
        extra = ("--no-dashboard", "--no-show") if what == "scheduler" else ()
        with (self._folder / f"{what}-{len(self._processes)}.log").open("wb") as log:
            process = subprocess.Popen(
                [sys.executable, "-m", "distributed.cli.dask_" + what, *options, *extra],
                env=os.environ | SETTINGS,
                stdout=log,
                stderr=log,
                cwd=self._folder,
            )
        self._processes.append(process)
        return process
