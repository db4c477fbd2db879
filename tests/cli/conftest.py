"""The fast engine is compiled once for all tests of the command line, and not once for each process at a time."""

from __future__ import annotations

import fcntl
import os
import subprocess
import sys

import pytest

from cli.running import ROOT

WARM_UP = "from sokosolve.warm import warm_up; warm_up(lambda name, number: None)"


@pytest.fixture(scope="session")
def kernels(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Make all machine code that this machine has not made yet; the other workers wait for the one that does it."""
    own = tmp_path_factory.getbasetemp()
    shared = own.parent if "PYTEST_XDIST_WORKER" in os.environ else own  # by all workers of one run
    done = shared / "kernels-are-compiled"
    with open(shared / "kernels.lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not done.exists():
            subprocess.run([sys.executable, "-c", WARM_UP], cwd=ROOT, timeout=600, check=True)
            done.touch()
