"""How tests run the program: as a process of its own, forked or new, with stderr in a pipe or on a terminal."""

from __future__ import annotations

import json
import os
import pty
import signal
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import forks
from cli import schemas
from processes import hear_interrupts

ROOT = Path(__file__).parents[2]
PROGRAM = (sys.executable, "-m", "sokospec")
WAREHOUSE = "examples/warehouse.xsb"

HARD = "|".join(
    [
        " #####",
        " # + #",
        " #$. #",
        " # *$#",
        *[" # * #"] * 17,
        " # * ##",
        "## *  #",
        "#  *  #",
        "#   * #",
        "##  ###",
        " ####",
    ]
).replace(" ", "-")
"""The level of the Fibonacci family with 24 boxes: its known solution has 392,828 pushes, and no search ends soon."""


def sokospec(
    *arguments: str, stdin: str | bytes = b"", env: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[bytes]:
    """Run the program to its end; `env` adds to the environment. What it prints with --json must obey its schema.

    Where Python itself is told how to run, by the environment, this takes a new process.
    """
    content = stdin.encode() if isinstance(stdin, str) else stdin
    whole = {**os.environ, **(env or {})}
    if any(name.startswith(("PYTHON", "LC_", "LANG")) for name in env or {}):
        done = subprocess.run(
            [*PROGRAM, *arguments], cwd=ROOT, env=whole, input=content, capture_output=True, timeout=900, check=False
        )
    else:
        done = forks.run(arguments, whole, ROOT, content)
    schemas.check_printed(arguments, done.stdout.decode(errors="replace"))
    return done


def records(done: subprocess.CompletedProcess[bytes]) -> list[dict[str, object]]:
    """Return what a run with --json printed."""
    return [json.loads(line) for line in done.stdout.splitlines()]


def on_a_terminal(
    *arguments: str, env: Mapping[str, str] | None = None, interrupt_at: str | None = None
) -> tuple[int, bytes, str]:
    """Run the program with stderr on a terminal; return its exit code, its stdout, and what the terminal got.

    The program gets one SIGINT as soon as the terminal has got `interrupt_at`.
    """
    master, slave = pty.openpty()
    process = subprocess.Popen(
        [*PROGRAM, *arguments],
        cwd=ROOT,
        env={**os.environ, "TERM": "xterm", "COLUMNS": "300", **(env or {})},
        stdout=subprocess.PIPE,
        stderr=slave,
        preexec_fn=hear_interrupts,
    )
    os.close(slave)
    seen = bytearray()
    try:
        while chunk := _read(master):
            seen += chunk
            if interrupt_at is not None and interrupt_at.encode() in seen:
                process.send_signal(signal.SIGINT)
                interrupt_at = None
        stdout, _ = process.communicate(timeout=900)
    finally:
        process.kill()
        os.close(master)
    return process.returncode, stdout, seen.decode()


def _read(terminal: int) -> bytes:
    try:
        return os.read(terminal, 65536)
    except OSError:  # so Linux tells that the other side is closed
        return b""
