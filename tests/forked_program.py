"""A process that has imported the program and forks for each run of it, which takes a tenth of a new process's time.

What is forked goes the way of `python -m sokospec` from the first line of that module to `sys.exit`; it does not take
Python down module by module. On the socket that is its stdin this process gets, for each run, a length and as many
bytes of JSON (arguments, environment, folder), and with the length the files that are to be stdin, stdout, stderr, and
a pipe: into that go two lines, the number of the process at once, and its exit code at the end.
"""

from __future__ import annotations

import atexit
import gc
import io
import json
import os
import runpy
import select
import socket
import sys
import threading
from contextlib import suppress
from importlib import import_module
from pkgutil import walk_packages
from typing import Any, NoReturn, TextIO

WANTED = ("sokospec", "sokosolve", "sokoverify", "sokodead", "sokocheck", "sokocli")
"""The packages that are imported whole."""

LENGTH = 8


def main() -> None:
    """Serve until the other end of the socket is closed."""
    asked = socket.socket(fileno=os.dup(0))
    import_all()
    running: dict[int, tuple[int, int]] = {}
    while True:
        for ready in select.select([asked.fileno(), *running], [], [])[0]:
            if ready in running:
                process, told = running.pop(ready)
                tell(told, os.waitstatus_to_exitcode(os.waitpid(process, 0)[1]))
                os.close(told)
                os.close(ready)
                continue
            head, files, _, _ = socket.recv_fds(asked, LENGTH, 4)
            if not head:
                return
            run = json.loads(read(asked, int(head)))
            *streams, told = files
            process = os.fork()
            if process == 0:
                asked.close()
                become(run, streams)
                play()
            tell(told, process)
            running[os.pidfd_open(process)] = process, told
            for stream in streams:
                os.close(stream)


def import_all() -> None:
    """Import what the program may import, so that no run of it has to."""
    os.environ["OPENBLAS_NUM_THREADS"] = "1"  # else NumPy starts threads, which no fork has
    for name in WANTED:
        for module in walk_packages(import_module(name).__path__, f"{name}."):
            if not module.name.endswith("__main__"):
                import_module(module.name)
    gc.freeze()


def read(asked: socket.socket, length: int) -> bytes:
    """Return so many bytes."""
    found = b""
    while len(found) < length:
        found += asked.recv(length - len(found))
    return found


def become(run: dict[str, object], streams: list[int]) -> None:
    """Give a fork the arguments, environment, folder and streams of a run."""
    arguments, environment, folder = run["arguments"], run["environment"], run["folder"]
    assert isinstance(arguments, list) and isinstance(environment, dict) and isinstance(folder, str)
    for place, stream in enumerate(streams):
        os.dup2(stream, place)
        os.close(stream)
    sys.stdin = io.TextIOWrapper(io.BufferedReader(io.FileIO(0, closefd=False)), *way(sys.stdin))
    sys.stdout = io.TextIOWrapper(io.BufferedWriter(io.FileIO(1, "w", closefd=False)), *way(sys.stdout))
    sys.stderr = io.TextIOWrapper(
        io.BufferedWriter(io.FileIO(2, "w", closefd=False)), *way(sys.stderr), line_buffering=True
    )
    os.environ.clear()
    os.environ.update(environment)
    os.chdir(folder)
    sys.path[0] = folder
    sys.argv = ["sokospec", *arguments]


def way(stream: TextIO) -> tuple[str, str | None]:
    """Return how a stream encodes text, and what it does where it cannot."""
    return stream.encoding, stream.errors


def play() -> NoReturn:
    """Run the program and end; all that it does not catch is told as always."""
    try:
        runpy.run_module("sokospec", run_name="__main__", alter_sys=True)
    except SystemExit as end:
        threads: Any = threading
        threads._shutdown()  # Python does so too: it waits for threads
        atexit._run_exitfuncs()
        os._exit(int(end.code or 0))
    raise AssertionError("the program ends by sys.exit")


def tell(told: int, number: int) -> None:
    """Write a line with a number; who asked may have gone."""
    with suppress(BrokenPipeError):
        os.write(told, b"%d\n" % number)


if __name__ == "__main__":
    main()
