"""Kernels compiled ahead of time, and the folders of older ones cleared away."""

from __future__ import annotations

import os
import re
import shutil
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import product
from types import FrameType

from numba import config
from numba.core import event

from sokosolve.certify.certificate import solve_with_certificate
from sokosolve.compilation import Need, mark_as_made
from sokosolve.features import FEATURES, PUSHES_FIRST, Algorithm, Direction
from sokosolve.kernel import Kernel, cache_folder
from sokosolve.level import build
from sokosolve.level.level_tables import level_tables
from sokosolve.search.astar_kernel import run
from sokosolve.solver import solve
from sokospec.answer import Objective
from sokospec.board import Level
from sokospec.limits import settled

ROOM = """
###########
#         #
# $ $  $  #
#   . . . #
#         #
#         #
#    @    #
#         #
#         #
#         #
###########
"""
"""More floor than is searched in Python, and more states than there is room for at the start."""

KERNELS_FOLDER = re.compile(r"kernels-[0-9a-f]{16}")
SECONDS_UNUSED = 86_400


def kernel_names() -> frozenset[str]:
    """Return the names of all kernels that the solver uses."""
    modules = [module for name, module in sys.modules.items() if name.startswith("sokosolve.")]
    return frozenset(
        value.function.__qualname__
        for module in modules
        for value in vars(module).values()
        if isinstance(value, Kernel)
    )


class _Compilations(event.Listener):
    """Hears of each function that Numba compiles: functions of its own, and kernels, some of them twice."""

    def __init__(self, report: Callable[[str, int], None]) -> None:
        self.report = report
        self.left = set(kernel_names())
        self.number = len(self.left)
        self.interrupted = False

    def on_start(self, event: event.Event) -> None:
        pass

    def on_end(self, event: event.Event) -> None:
        name = event.data["dispatcher"].py_func.__qualname__.removesuffix("_inner")
        if name in self.left:
            self.left.remove(name)
            self.report(name, self.number)
        self.check()

    def check(self) -> None:
        """Raise `KeyboardInterrupt` if Ctrl-C was pressed: numba may have thrown away what `on_end` raised."""
        if self.interrupted:
            raise KeyboardInterrupt

    def interrupt(self, signal_number: int, frame: FrameType | None) -> None:
        """Take note of Ctrl-C, for the end of this kernel; at the second one nobody waits."""
        if self.interrupted:
            raise KeyboardInterrupt
        self.interrupted = True


def warm_up(report: Callable[[str, int], None]) -> float:
    """Compile every kernel that this machine has not compiled before, and return the seconds that it took.

    `report` is called after each with its name and the number of all kernels. Raises `KeyboardInterrupt` on Ctrl-C.
    Does nothing where Numba is told to compile nothing (NUMBA_DISABLE_JIT).
    """
    started = time.monotonic()
    if config.DISABLE_JIT:  # type: ignore[attr-defined]  # numba sets its settings as it starts
        return 0.0
    run.compiled  # noqa: B018 - loaded, so that no search here waits for another process to compile
    level = Level.parse(ROOM)
    compilations = _Compilations(report)
    with event.install_listener("numba:compile", compilations), _between_kernels(compilations):
        for objective, algorithm, direction in product(Objective, Algorithm, Direction):
            settled(solve(level, objective, algorithm=algorithm, direction=direction))
            compilations.check()
        settled(solve_with_certificate(level, Objective.PUSHES, lambda text: None))
        compilations.check()
        _make_triples(level)
    mark_as_made()
    return time.monotonic() - started


def compile_for(need: Need) -> None:
    """Compile what one kind of search needs; what else it may come to is compiled when it does."""
    run.compiled  # noqa: B018 - as above
    level = Level.parse(ROOM)
    if need.certificate:
        settled(solve_with_certificate(level, need.objective, lambda text: None))
    else:
        settled(solve(level, need.objective, algorithm=need.algorithm, direction=Direction.BOTH))
        if need.objective in PUSHES_FIRST:
            _make_triples(level)
    mark_as_made(str(need))


def _make_triples(level: Level) -> None:
    """Compile the table of triples, which only long searches make."""
    tables = level_tables(level, compiled=True)
    assert tables is not None, "the room has as many boxes in reach as goals"
    world = build.world_of(tables, FEATURES, exact_player=False, compiled=True)
    build.with_groups(world, 3, compiled=True, pause=lambda: None)


@contextmanager
def _between_kernels(compilations: _Compilations) -> Iterator[None]:
    """Let Ctrl-C wait for the end of a kernel: inside of LLVM it may be lost, or end the process for good."""
    if threading.current_thread() is not threading.main_thread():
        yield  # signals come to the main thread alone
        return
    before = signal.signal(signal.SIGINT, compilations.interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def remove_older_kernels() -> list[str]:
    """Remove the folders of other versions' kernels that no process has used for a day, and return their names.

    A process makes a file in its folder as it starts, so a folder's time is that of its last use; a search that runs
    for hours may still need kernels from it.
    """
    here = cache_folder()
    removed = []
    for folder in sorted(here.parent.iterdir()):
        if KERNELS_FOLDER.fullmatch(folder.name) is None or folder == here:
            continue
        if folder.is_dir() and not folder.is_symlink() and time.time() - folder.stat().st_mtime > SECONDS_UNUSED:
            shutil.rmtree(folder, ignore_errors=True)
            removed.append(folder.name)
    return removed


def _end_with_parent() -> None:
    """Wait for the end of stdin, which is that of the process that has started this one, and end then."""
    os.read(0, 1)
    os._exit(1)


if __name__ == "__main__":  # what `compilation` starts
    threading.Thread(target=_end_with_parent, daemon=True).start()
    compile_for(Need(Objective(sys.argv[1]), Algorithm(sys.argv[2]), sys.argv[3:] == ["certificate"]))
