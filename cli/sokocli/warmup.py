"""`sokospec warmup`: compile the fast engine ahead of time, and clear away what older versions of it left."""

from __future__ import annotations

import time

import click

from sokocheck.shown import warn
from sokocli.inputs import json_option
from sokocli.results import Exit, emit, working
from sokospec.errors import counted


@click.command()
@json_option
def command(*, as_json: bool) -> int:
    """Compile the fast engine for this machine, so that no search has to wait for it.

    The machine code is kept in a folder of the user's cache, or below NUMBA_CACHE_DIR if that is set. Folders there of
    other versions of the engine that nothing has used for a day are removed.
    """
    from sokosolve.compilation import PAUSE, alone
    from sokosolve.kernel import cache_folder, is_kept
    from sokosolve.warm import remove_older_kernels, warm_up

    if not is_kept():
        warn("error: the folder for compiled code cannot be written; set NUMBA_CACHE_DIR to one that can")
        return Exit.INTERNAL
    compiled: list[str] = []
    with working("compiling") as display:

        def report(name: str, total: int) -> None:
            compiled.append(name)
            display.show(f"compiling: {len(compiled)} of {total} kernels, the last {name}")

        with alone(pause=lambda: time.sleep(PAUSE)):
            seconds = warm_up(report)
    removed = remove_older_kernels()
    record = {
        "folder": str(cache_folder()),
        "compiled": len(compiled),
        "seconds": round(seconds, 3),
        "removed": removed,
    }
    text = f"{counted(len(compiled), 'kernel')} compiled in {seconds:.1f} s, kept in {cache_folder()}"
    emit(record, "\n".join([text, *(f"removed {name}" for name in removed)]), as_json=as_json)
    return Exit.YES
