"""Under a small `ulimit -v` the program says that memory is short and what to do; libraries print no errors."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from cli.running import PROGRAM, ROOT
from sokocli import memory

SMALL = "######\n#@ $.#\n######\n"
WALL, FLOOR = "##########\n", "#        #\n"
ROOM = f"{WALL}{FLOOR}# $      #\n{FLOOR}#      . #\n{2 * FLOOR}#   @    #\n{FLOOR}{WALL}"
"""More floor than is searched in Python, so that the engine is compiled."""

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the system has no /proc")


def limited(kibibytes: int, *arguments: str, stdin: str) -> subprocess.CompletedProcess[str]:
    """Run the program with so much address space."""
    command = ["sh", "-c", f'ulimit -v {kibibytes}; exec "$@"', "sh", *PROGRAM, *arguments]
    return subprocess.run(command, cwd=ROOT, input=stdin, capture_output=True, text=True, timeout=900, check=False)


def test_too_little_for_numpy_is_a_limit_reached() -> None:
    done = limited(60_000, "solve", "-", stdin=SMALL)
    assert (done.returncode, done.stdout) == (3, "")
    first, second = done.stderr.splitlines()
    assert first == (
        "error: too little memory to load numpy: `ulimit -v` is 60000; raise it to 500000 or more (`ulimit -v 500000`)"
    )
    assert second.startswith("memory limit reached: raise the limit of the shell")


def test_too_little_for_llvm_is_the_verdict_of_each_level_and_said_once() -> None:
    done = limited(200_000, "solve", "-", "--json", stdin=f"{ROOM}\n{SMALL}\n{ROOM}")
    assert done.returncode == 3
    assert [json.loads(line)["verdict"] for line in done.stdout.splitlines()] == [
        "LIMIT_MEMORY", "OPTIMAL", "LIMIT_MEMORY",
    ]  # fmt: skip
    assert done.stderr == (
        "error: too little memory to load llvmlite: `ulimit -v` is 200000; "
        "raise it to 500000 or more (`ulimit -v 500000`)\n"
    )


def test_what_needs_no_large_library_runs() -> None:
    done = limited(60_000, "solve", "-", "--engine", "reference", stdin=SMALL)
    assert (done.returncode, done.stderr) == (0, "")


def test_imports_are_looked_at_only_where_there_is_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "meta_path", [*sys.meta_path])
    before = [*sys.meta_path]
    monkeypatch.setattr(memory, "_address_space_limit", lambda: None)
    memory.guard_imports()
    assert sys.meta_path == before
    monkeypatch.setattr(memory, "_address_space_limit", lambda: 1 << 40)
    memory.guard_imports()
    [finder] = [each for each in sys.meta_path if each not in before]
    assert all(finder.find_spec(name, None) is None for name in ("numpy", "llvmlite", "json"))
