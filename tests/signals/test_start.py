"""Ctrl-C ends the program with 3 and one word also at its beginning and end, and where Python would lose it."""

from __future__ import annotations

import ctypes
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import pytest

from sokocheck.application import interrupts
from sokospec.children import block_interrupts

ROOT = Path(__file__).resolve().parents[2]

BEGIN = """
import atexit, signal, sys, time
from sokocli import start

def press():
    signal.raise_signal(signal.SIGINT)
"""
RUN = "start.run()"
PLANTED = {
    "while the program is imported": """
class Finder:
    def find_spec(self, name, path=None, target=None):
        if name == "click":
            press()

sys.meta_path.insert(0, Finder())
""",
    "where Python turns it into another error": """
class Finder:
    def find_spec(self, name, path=None, target=None):
        if name == "click":
            type("Owner", (), {"part": Part()})

class Part:
    def __set_name__(self, owner, name):
        press()

sys.meta_path.insert(0, Finder())
""",
    "in a finalizer, where Python loses it": """
import sokocli.main

class Thing:
    def __del__(self):
        press()

def exit_code(arguments):
    Thing()
    time.sleep(60)

sokocli.main.exit_code = exit_code
""",
    "again while it is handled": """
import sokocli.main

def exit_code(arguments):
    try:
        press()
    except KeyboardInterrupt:
        press()

sokocli.main.exit_code = exit_code
""",
}


def run(script: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", script, "--version"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=900,
        check=False,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )


@pytest.mark.parametrize("moment", PLANTED)
def test_ctrl_c_gives_3_and_one_word(moment: str) -> None:
    done = run(BEGIN + PLANTED[moment] + RUN)
    assert (done.returncode, done.stdout, done.stderr) == (3, "", "interrupted\n")


def test_ctrl_c_after_the_end_changes_nothing() -> None:
    done = run(BEGIN + "atexit.register(press)\n" + RUN)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("sokospec ")


def test_a_reader_that_went_by_the_same_ctrl_c_is_no_error() -> None:
    script = """
import sokocli.main

def exit_code(arguments):
    print("x" * 10)
    press()

sokocli.main.exit_code = exit_code
"""
    held_back = {**os.environ, "PYTHONUNBUFFERED": ""}
    command = [sys.executable, "-c", BEGIN + script + RUN]
    with subprocess.Popen(command, cwd=ROOT, env=held_back, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None and process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b"interrupted\n"
    assert process.returncode == 3


def hears() -> bool:
    return signal.SIGINT not in signal.pthread_sigmask(signal.SIG_BLOCK, [])


@pytest.fixture
def pool() -> Iterator[ProcessPoolExecutor]:
    with ProcessPoolExecutor(1, get_context("spawn")) as pool:
        yield pool


def test_a_process_that_is_started_deaf_never_hears_ctrl_c_and_its_parent_does(pool: ProcessPoolExecutor) -> None:
    with block_interrupts():
        blocked = pool.submit(signal.pthread_sigmask, signal.SIG_BLOCK, [])
    assert hears() and signal.SIGINT in blocked.result(timeout=900)


def test_ctrl_c_while_a_process_is_started_comes_at_once_afterwards() -> None:
    went_on = False
    with pytest.raises(KeyboardInterrupt):
        with block_interrupts():
            signal.raise_signal(signal.SIGINT)
            went_on = True
        raise AssertionError("it came late")
    assert went_on


def test_where_interrupts_are_ignored_at_the_start_they_stay_ignored() -> None:
    script = """
import sokocli.main

def exit_code(arguments):
    press()
    print(signal.getsignal(signal.SIGINT) is signal.SIG_IGN)
    return 0

sokocli.main.exit_code = exit_code
"""
    done = subprocess.run(
        [sys.executable, "-c", BEGIN + script + RUN],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=900,
        check=False,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_IGN),
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "True\n", "")


class Finalized:
    """An object that is interrupted while it is finalized, where Python throws errors away."""

    def __del__(self) -> None:
        signal.raise_signal(signal.SIGINT)


class Converted:
    """An argument that is interrupted while ctypes converts it, which makes an `ArgumentError` of any error."""

    @classmethod
    def from_param(cls, value: int) -> ctypes.c_int:
        signal.raise_signal(signal.SIGINT)
        return ctypes.c_int(value)


@pytest.mark.parametrize("where", ["a finalizer", "a conversion"])
def test_ctrl_c_is_not_lost_in(where: str) -> None:
    absolute: Any = ctypes.CDLL(None).abs
    absolute.argtypes = [Converted]
    before = signal.signal(signal.SIGINT, interrupts.handle)
    try:
        with pytest.raises(KeyboardInterrupt):
            if where == "a finalizer":
                Finalized()
            else:
                assert absolute(-3) == 3
            time.sleep(10)
    finally:
        signal.signal(signal.SIGINT, before)


@pytest.mark.parametrize(
    "place", [("llvmlite", "binding.py", "take_over"), ("z3", "z3.py", "__init__")], ids=["owners", "half-made objects"]
)
def test_ctrl_c_comes_after_a_function_of_a_library_and_not_within_it(place: tuple[str, str, str]) -> None:
    library, file, name = place
    done: list[str] = []
    source = f"def {name}():\n    signal.raise_signal(signal.SIGINT)\n    done.append('owned')\n"
    names: dict[str, Any] = {"signal": signal, "done": done}  # Any: a function of no type is added
    exec(compile(source, str(Path("/lib", library, file)), "exec"), names)
    before = signal.signal(signal.SIGINT, interrupts.handle)
    try:
        with pytest.raises(KeyboardInterrupt):
            names[name]()
            time.sleep(10)
    finally:
        signal.signal(signal.SIGINT, before)
    assert done == ["owned"]
