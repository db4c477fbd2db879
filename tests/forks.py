"""Runs of the program in forks of one process, which `forked_program` is."""

from __future__ import annotations

import atexit
import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from threading import Thread, Timer
from typing import NamedTuple

PATIENCE = 300.0  # seconds


class Fork(NamedTuple):
    """A run that has begun: its process, and where its exit code will be told."""

    pid: int
    told: int

    def wait(self) -> int:
        """Return the exit code, negative for a signal, once the run has ended."""
        try:
            return int(_line(self.told))
        finally:
            os.close(self.told)


@cache
def _server() -> socket.socket:
    """Start the process that forks, and return where to ask it; it ends when this one does."""
    asking, asked = socket.socketpair()
    with asked:
        process = subprocess.Popen(
            [sys.executable, Path(__file__).with_name("forked_program.py")], stdin=asked.fileno()
        )
    atexit.register(process.wait)
    atexit.register(asking.close)
    return asking


def start(
    arguments: Sequence[str], environment: Mapping[str, str], folder: Path, streams: tuple[int, int, int]
) -> Fork:
    """Begin a run of the program with files as its stdin, stdout and stderr, which stay open here."""
    asking = _server()
    run = json.dumps({"arguments": arguments, "environment": dict(environment), "folder": str(folder)}).encode()
    told, telling = os.pipe()
    socket.send_fds(asking, [b"%8d" % len(run)], [*streams, telling])
    os.close(telling)
    asking.sendall(run)
    return Fork(int(_line(told)), told)


def run(
    arguments: Sequence[str], environment: Mapping[str, str], folder: Path, stdin: bytes
) -> subprocess.CompletedProcess[bytes]:
    """Run the program to its end, as `subprocess.run` does with `capture_output`."""
    pipes = [os.pipe() for _ in range(3)]
    (theirs, writing), (reading, printed), (hearing, said) = pipes
    fork = start(arguments, environment, folder, (theirs, printed, said))
    for end in (theirs, printed, said):
        os.close(end)
    errors: list[bytes] = []
    helpers = [Thread(target=_write, args=(writing, stdin)), Thread(target=lambda: errors.append(_all(hearing)))]
    timer = Timer(PATIENCE, os.kill, (fork.pid, signal.SIGKILL))
    for thread in (*helpers, timer):
        thread.start()
    output = _all(reading)
    for thread in helpers:
        thread.join()
    code = fork.wait()
    timer.cancel()
    return subprocess.CompletedProcess(arguments, code, output, errors[0])


def _all(pipe: int) -> bytes:
    with open(pipe, "rb") as file:
        return file.read()


def _write(pipe: int, content: bytes) -> None:
    try:
        with open(pipe, "wb") as file:
            file.write(content)
    except BrokenPipeError:  # the program does not read it all
        pass


def _line(pipe: int) -> bytes:
    """Return the next line, without taking more out of the pipe."""
    line = b""
    while not line.endswith(b"\n"):
        letter = os.read(pipe, 1)
        if not letter:
            raise EOFError("the process that forks has ended")
        line += letter
    return line
