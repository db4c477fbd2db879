"""On a terminal, long work shows progress on stderr; elsewhere stderr stays quiet."""

from __future__ import annotations

import os
import pty
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def on_a_terminal(*arguments: str) -> tuple[bytes, bytes]:
    """Run a command with stderr on a terminal and return what it wrote to stdout and to that terminal."""
    master, slave = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "sokocli.main", *arguments],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=slave,
        env=os.environ | {"TERM": "xterm", "COLUMNS": "100"},
    )
    os.close(slave)
    seen = bytearray()
    while True:
        try:
            chunk = os.read(master, 65536)
        except OSError:
            break
        if not chunk:
            break
        seen += chunk
    os.close(master)
    assert process.stdout is not None
    stdout = process.stdout.read()
    process.stdout.close()
    process.wait(timeout=60)
    return stdout, bytes(seen)


def test_check_shows_a_progress_bar_on_a_terminal() -> None:
    stdout, terminal = on_a_terminal("check", "examples/warehouse.xsb", "--json")
    assert stdout.count(b"\n") == 4
    assert b"checking" in terminal


def test_solve_shows_what_it_is_searching_on_a_terminal() -> None:
    stdout, terminal = on_a_terminal("solve", "examples/warehouse.xsb", "--json")
    assert stdout.count(b"\n") == 4
    assert b"Pillar" in terminal
