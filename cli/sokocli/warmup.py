"""`sokospec warmup`: compile the fast engine ahead of time, and remove code of older versions."""

from __future__ import annotations

import time

import click

from sokocheck.application.terminal_text import warn
from sokocli.inputs import json_option
from sokocli.results import Exit, emit, show_work
from sokospec.errors import quantify


@click.command()
@json_option
def command(*, as_json: bool) -> int:
    """Compile the fast engine for this machine in about two seconds, which otherwise delay the first search.

    The kernels of `verify --fast` and of the generators are compiled too. The machine code is kept in the user's cache
    folder, or in NUMBA_CACHE_DIR if that is set. Code of older versions is removed after a day.
    """
    from sokosolve.cache_folder import cache_folder, remove_older
    from sokosolve.machine_code import library_of

    folder = cache_folder()
    if folder is None:
        warn("error: the folder for compiled code cannot be written; set NUMBA_CACHE_DIR to one that can")
        return Exit.INTERNAL
    began = time.monotonic()
    libraries = [library_of(package) for package in ("sokosolve", "sokoverify", "sokogen")]
    with show_work("compiling"):
        compiled = sum(len(library.manifest.entries) for library in libraries if library.make())
    seconds = time.monotonic() - began
    removed = remove_older(folder, [path for library in libraries for path in library.files_in_cache])
    record = {
        "folder": str(folder),
        "compiled": compiled,
        "seconds": round(seconds, 3),
        "removed": removed,
    }
    text = f"{quantify(compiled, 'kernel')} compiled in {seconds:.1f} s, kept in {folder}"
    emit(record, "\n".join([text, *(f"removed {name}" for name in removed)]), as_json=as_json)
    return Exit.YES
