"""The standard streams: each write is complete or an error, and a message that cannot be written changes no answer."""

from __future__ import annotations

import errno
import json
import os
import resource
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

import forks
from cli.running import PROGRAM, ROOT, WAREHOUSE
from sokocheck.application.guard import Guard
from sokocheck.application.interrupts import install
from sokocli.streams import OUTPUT, Messages, Output
from sokospec.limits import Limits

LEVEL = "#####\n#@$.#\n#####\n"
SOLVED = f"{LEVEL}Solution: R\n"
DEAD = "#####\n#@$ #\n#.###\n#####\n"
FULL = Path("/dev/full")

OUTCOMES: dict[str, tuple[tuple[str, ...], int]] = {
    "audit": (("audit", "sokodead.corner:corner", "--states", "LEVEL"), 3),
    "batch": (("batch", "LEVEL", "--engine", "reference", "--jobs", "1", "--out", "OUT"), 0),
    "policy": (("policy", "LEVEL", "--jobs", "1", "--out", "TABLES"), 0),
    "dataset": (("dataset", "LEVEL", "--jobs", "1", "--out", "TABLES"), 0),
    "check": (("check", "SOLVED"), 0),
    "check, refuted": (("check", "LEVEL", "--solutions", "STEPS"), 1),
    "check, without claims": (("check", "LEVEL"), 4),
    "conformance": (("conformance", "true"), 3),
    "convert": (("convert", "LEVEL", "--to", "sok"), 0),
    "crosscheck": (("crosscheck", "LEVEL", "--solver", "echo R {level}", "--engine", "reference"), 0),
    "deadlocks": (("deadlocks", "LEVEL"), 0),
    "deadlocks, one fires": (("deadlocks", "DEAD"), 1),
    "exercise": (("exercise", "--nonsense"), 2),
    "explain": (("explain", "L5"), 0),
    "generate": (("generate", "--list"), 0),
    "hardest": (("hardest", "--squares", "4", "--jobs", "1"), 0),
    "improve": (("improve", "SOLVED"), 0),
    "normalize": (("normalize", "LEVEL"), 0),
    "perft": (("perft", "LEVEL", "--depth", "1"), 0),
    "prove": (("prove", "--help"), 0),
    "reconstruct": (("reconstruct", "R"), 0),
    "reduce": (("reduce", "qbf", "LEVEL"), 4),
    "render": (("render", "LEVEL"), 0),
    "report": (("report", "LEVEL"), 4),
    "savitch": (("savitch", "LEVEL"), 0),
    "serve": (("serve", "--nonsense"), 2),
    "solve": (("solve", "LEVEL", "--engine", "reference"), 0),
    "solve, no solution": (("solve", "DEAD", "--engine", "reference"), 1),
    "solve, a limit": (("solve", "LEVEL", "--engine", "reference", "--time-limit", "0"), 3),
    "solve, no level": (("solve", "TEXT"), 4),
    "verify": (("verify", "TEXT"), 1),
    "warmup": (("warmup", "--nonsense"), 2),
    "wrong use": (("solve", "--nonsense"), 2),
    "no command": (("frobnicate",), 2),
    "help": (("--help",), 0),
    "version": (("--version",), 0),
}
"""Commands, and with which exit code they end."""


@pytest.fixture
def places(tmp_path: Path) -> dict[str, str]:
    for name, text in {"LEVEL": LEVEL, "SOLVED": SOLVED, "DEAD": DEAD, "TEXT": "text\n", "STEPS": "L\n"}.items():
        (tmp_path / f"{name}.txt").write_text(text, encoding="ascii")
    return {
        name: str(tmp_path / f"{name}.txt") for name in ("LEVEL", "SOLVED", "DEAD", "TEXT", "STEPS", "OUT", "TABLES")
    }


def run_with(arguments: list[str], *, stdout: int, stderr: int) -> int:
    """Run the program with descriptors as its streams, and return its exit code."""
    with open(os.devnull, "rb") as nothing:
        return forks.start(arguments, dict(os.environ), ROOT, (nothing.fileno(), stdout, stderr)).wait()


@pytest.mark.skipif(not FULL.exists(), reason="the system has no /dev/full")
@pytest.mark.parametrize("name", OUTCOMES)
def test_messages_that_cannot_be_written_change_no_exit_code(name: str, places: dict[str, str]) -> None:
    words, code = OUTCOMES[name]
    arguments = [places.get(word, word) for word in words]
    reading, closed = os.pipe()
    os.close(reading)
    with open(FULL, "wb") as full, open(os.devnull, "wb") as nothing:
        codes = [
            run_with(arguments, stdout=nothing.fileno(), stderr=where)
            for where in (nothing.fileno(), full.fileno(), closed)
        ]
    os.close(closed)
    assert codes == [code] * 3


SAYING = sorted(OUTCOMES.keys() - {name for name, (_, code) in OUTCOMES.items() if code in (2, 4)} - {"conformance"})
"""Those that print results."""


@pytest.mark.skipif(not FULL.exists(), reason="the system has no /dev/full")
@pytest.mark.parametrize("name", sorted({*SAYING} - {"deadlocks"}))
def test_results_that_cannot_be_written_give_5_and_a_message(name: str, places: dict[str, str], tmp_path: Path) -> None:
    arguments = [places.get(word, word) for word in OUTCOMES[name][0]]
    with open(FULL, "wb") as full, open(tmp_path / "messages", "wb") as messages:
        assert run_with(arguments, stdout=full.fileno(), stderr=messages.fileno()) == 5
    assert (tmp_path / "messages").read_text() == f"error: {OUTPUT}: No space left on device\n"


@pytest.mark.parametrize("name", ["solve", "help", "version", "generate"])
def test_a_reader_of_results_that_has_gone_gives_3_without_a_word(
    name: str, places: dict[str, str], tmp_path: Path
) -> None:
    arguments = [places.get(word, word) for word in OUTCOMES[name][0]]
    reading, closed = os.pipe()
    os.close(reading)
    with open(tmp_path / "messages", "wb") as messages:
        assert run_with(arguments, stdout=closed, stderr=messages.fileno()) == 3
    os.close(closed)
    assert (tmp_path / "messages").read_text() == ""


def closing(*descriptors: int) -> Callable[[], None]:
    def close() -> None:
        for descriptor in descriptors:
            os.close(descriptor)

    return close


@pytest.mark.parametrize(
    ("descriptors", "arguments", "code", "out", "err"),
    [
        ((0,), ("solve", "-", "--engine", "reference"), 4, "", "error: - cannot be read: Bad file descriptor\n"),
        ((0,), ("convert", WAREHOUSE, "--level", "1", "--to", "xsb"), 0, "Comment:", ""),
        ((1,), ("convert", WAREHOUSE, "--to", "xsb"), 5, "", f"error: {OUTPUT}: Bad file descriptor\n"),
        ((2,), ("solve", "no-such-file"), 2, "", ""),
        ((0, 1, 2), ("solve", "--nonsense"), 2, "", ""),
        ((1, 2), ("--version",), 5, "", ""),
    ],
)
def test_closed_streams_are_errors_where_they_are_used(
    descriptors: tuple[int, ...], arguments: tuple[str, ...], code: int, out: str, err: str
) -> None:
    done = subprocess.run(
        [*PROGRAM, *arguments],
        cwd=ROOT,
        capture_output=True,
        text=True,
        preexec_fn=closing(*descriptors),
        timeout=900,
        check=False,
    )
    assert (done.returncode, done.stderr) == (code, err)
    assert done.stdout.startswith(out) and bool(done.stdout) == bool(out)


def test_no_file_that_is_written_takes_the_place_of_a_closed_stream(tmp_path: Path) -> None:
    level, out = tmp_path / "level.xsb", tmp_path / "results.jsonl"
    level.write_text(f"{LEVEL}\n{DEAD}", encoding="ascii")
    command = [*PROGRAM, "batch", str(level), "--engine", "reference", "--jobs", "1", "--out", str(out)]
    done = subprocess.run(command, cwd=ROOT, preexec_fn=closing(0, 1, 2), timeout=900, check=False)
    assert done.returncode == 5  # its summary is lost
    assert [json.loads(line)["verdict"] for line in out.read_text().splitlines()] == ["OPTIMAL", "UNSOLVABLE"]


def test_short_writes_and_writes_that_would_block_go_on(monkeypatch: pytest.MonkeyPatch) -> None:
    reading, writing = os.pipe()
    real, calls = os.write, [0]

    def short(descriptor: int, data: bytes) -> int:
        calls[0] += 1
        if calls[0] % 3 == 0:
            raise BlockingIOError(errno.EAGAIN, os.strerror(errno.EAGAIN))
        return real(descriptor, data[:7])

    monkeypatch.setattr("sokocli.streams.os.write", short)
    for unbuffered in (False, True):
        output = Output(writing, unbuffered=unbuffered)
        for part in (b"a" * 1000, b"", b"b" * 500):
            output.write(part)
        output.flush()
        assert os.read(reading, 4096) == b"a" * 1000 + b"b" * 500
    closing(reading, writing)()


@pytest.fixture
def slow_reader() -> Iterator[tuple[int, bytearray]]:
    """A pipe that holds a page, and the bytes that a slow reader has got from it."""
    import fcntl

    reading, writing = os.pipe()
    fcntl.fcntl(writing, fcntl.F_SETPIPE_SZ, 4096)
    got = bytearray()

    def read() -> None:
        while piece := os.read(reading, 4096):
            got.extend(piece)
            time.sleep(0.01)

    thread = threading.Thread(target=read)
    thread.start()
    yield writing, got
    os.close(writing)
    thread.join()
    os.close(reading)


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere pipes have the size that they have")
@pytest.mark.parametrize("event", ["limit", "Ctrl-C"])
def test_neither_a_limit_nor_ctrl_c_cuts_a_write(event: str, slow_reader: tuple[int, bytearray]) -> None:
    writing, got = slow_reader
    data = bytes(range(256)) * 160
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    install()
    try:
        with pytest.raises(BaseException) as ended, Guard(Limits(seconds=0.05) if event == "limit" else Limits()):
            output = Output(writing)
            output.write(data)
            if event == "Ctrl-C":
                threading.Timer(0.1, signal.raise_signal, [signal.SIGINT]).start()
            output.flush()
            while True:
                time.sleep(0.001)
    finally:
        signal.signal(signal.SIGINT, before)
    assert ended.type.__name__ == ("LimitReached" if event == "limit" else "KeyboardInterrupt")
    for _ in range(500):
        if len(got) == len(data):
            break
        time.sleep(0.01)
    assert got == data


def test_after_ctrl_c_in_a_write_that_nobody_reads_nothing_more_is_written(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sokocheck.application.interrupts._PATIENCE", 0.05)
    reading, writing = os.pipe()
    output = Output(writing)
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    install()
    threading.Timer(0.2, signal.pthread_kill, [threading.main_thread().ident, signal.SIGINT]).start()
    try:
        with pytest.raises(KeyboardInterrupt):
            output.write(b"x" * 2_000_000)
    finally:
        signal.signal(signal.SIGINT, before)
    os.set_blocking(reading, False)
    written = 0
    with pytest.raises(BlockingIOError):
        while True:
            written += len(os.read(reading, 65536))
    output.write(b"more")
    output.flush()
    with pytest.raises(BlockingIOError):
        os.read(reading, 1)
    assert 0 < written < 2_000_000
    closing(reading, writing)()


@pytest.mark.parametrize("moment", ["before", "after"])
def test_ctrl_c_just_before_or_after_a_write_loses_nothing(moment: str, monkeypatch: pytest.MonkeyPatch) -> None:
    @contextmanager
    def interrupted() -> Iterator[None]:
        if moment == "before":
            raise KeyboardInterrupt
        yield
        raise KeyboardInterrupt

    reading, writing = os.pipe()
    output = Output(writing)
    with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt):
        patch.setattr("sokocli.streams.hold_back", interrupted)
        output.write(b"first\n")
        output.flush()
    output.write(b"second\n")
    output.flush()
    closing(writing)()
    with open(reading, "rb") as got:
        assert got.read() == b"first\nsecond\n"


def test_a_failed_write_is_told_once() -> None:
    with open(FULL, "wb") as full:
        output = Output(full.fileno())
        output.write(b"lost")
        with pytest.raises(OSError, match="No space left") as failed:
            output.flush()
        assert failed.value.filename == OUTPUT
        output.flush()
        messages = Messages(full.fileno())
        assert messages.write(b"lost") == 4


LARGE = {
    **{target: ("render", "BIG", "--to", target) for target in ("svg", "png", "html")},
    "text": ("render", *["BIG"] * 9),
    "gif": ("render", "BIG", "--to", "gif", "--lurd", "rl" * 40),
    "convert": ("convert", *["BIG"] * 9, "--to", "xsb"),
    "generate": ("generate", "fibonacci", "--boxes", "16", "--solution"),
    "generate, JSON": ("generate", "fibonacci", "--boxes", "16", "--solution", "--json"),
    "reconstruct": ("reconstruct", "r" + "R" * 5000),
}
"""Commands that print more than a page, and the same each time."""


@pytest.mark.parametrize("unbuffered", ["", "1"])
@pytest.mark.parametrize("name", LARGE)
def test_a_slow_reader_gets_what_a_file_gets(name: str, unbuffered: str, tmp_path: Path) -> None:
    level, out = tmp_path / "level.xsb", tmp_path / "out"
    rows = ["#" * 33, "#@" + " " * 30 + "#", *["#" + " $." * 10 + " #"] * 20, "#" * 33]
    level.write_text("\n".join(rows) + "\n", encoding="ascii")
    command = [*PROGRAM, *(str(level) if word == "BIG" else word for word in LARGE[name])]
    with out.open("wb") as file:
        subprocess.run(command, cwd=ROOT, stdout=file, check=True, timeout=900)
    environment = {**os.environ, "PYTHONUNBUFFERED": unbuffered}
    with subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, pipesize=4096) as process:
        assert process.stdout is not None
        got = process.stdout.read(1)
        time.sleep(0.3)  # the pipe is full, and the guard's timer ticks
        got += process.stdout.read()
    assert process.returncode == 0
    assert len(got) > 4096
    assert got == out.read_bytes()


def test_a_full_disk_under_a_batch_names_the_file_and_says_that_the_rest_is_kept(tmp_path: Path) -> None:
    level, out = tmp_path / "level.xsb", tmp_path / "results.jsonl"
    level.write_text(LEVEL, encoding="ascii")
    command = [*PROGRAM, "batch", str(level), "--engine", "reference", "--jobs", "1", "--out", str(out)]

    def small_files() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))

    done = subprocess.run(
        command, cwd=ROOT, capture_output=True, text=True, preexec_fn=small_files, timeout=900, check=False
    )
    message = f"error: {out}: File too large; the results so far are in {out}; run the same command again to continue\n"
    assert (done.returncode, done.stdout, done.stderr) == (5, "", message)
