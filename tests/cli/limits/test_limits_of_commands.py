"""Every command that can take long keeps its limits, in reading and in working: exit code 3, and which limit it was."""

from __future__ import annotations

import json
import signal
import time
from collections.abc import Callable
from importlib import import_module
from io import BytesIO, StringIO
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import click
import pytest

from sokocheck.application import guard
from sokocheck.application.vocabulary import text_of
from sokocheck.batch import task
from sokocheck.batch.task import Task
from sokocheck.engines.all_engines import Choice
from sokocli import deadlocks, inputs
from sokocli.main import COMMANDS, exit_code
from sokospec.board import Level
from sokospec.formats import WRITERS, Writer

pytestmark = [
    pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="the system has no timers that signal"),
    # here a limit may come while a file is being opened, which is then closed by the collector of garbage
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]

LEVEL = "#####\n#@$.#\n#####\nSolution: R\n"
MACHINE = "states: a yes\nalphabet: 0\nstart: a\naccept: yes\na 0 -> yes 0 S"
GRAPH = "vertex p free\nvertex q free\nedge a 2 p q\ntarget a"
REFERENCE = ("--engine", "reference")

WORK: dict[str, tuple[tuple[str, ...], str]] = {
    "check": (("LEVELS", *REFERENCE), "sokocheck.claims.judging.play"),
    "convert": (("LEVELS", "--to", "mf8"), "WRITERS"),
    "crosscheck": (("LEVELS", "--solver", "true {level}", *REFERENCE), "sokocli.crosscheck_task.check"),
    "deadlocks": (("LEVELS", "--detector", "corner"), "DETECTORS"),
    "improve": (("LEVELS",), "sokocheck.claims.judging.play"),
    "normalize": (("LEVELS",), "sokocli.normalize.normal_form"),
    "perft": (("LEVELS", "--depth", "1"), "sokocli.perft.perft_counts"),
    "reconstruct": (("R",), "sokocli.reconstruct.reconstruct"),
    "reduce": (("qbf", "FORMULA"), "sokogen.reductions.network_level.network_level"),
    "render": (("LEVELS",), "sokocli.render.plain"),
    "savitch": (("LEVELS",), "sokocli.savitch.Sokoban"),
    "solve": (("LEVELS", *REFERENCE), "sokocli.solve.answer_level"),
    "verify": (("LEVELS",), "sokocheck.checkers.all_checkers.verify"),
}
"""Commands with limits: how they are called, and what of their work goes on for ever here."""

ONLY_READING = {
    "batch": ("LEVELS", "--out", "OUT", *REFERENCE),
    "policy": ("LEVELS", "--out", "TABLES"),
    "dataset": ("LEVELS", "--out", "TABLES"),
    "audit": ("sokodead.corner:corner", "--states", "LEVELS"),
}
"""Commands whose work keeps limits in another way: `batch`, `policy` and `dataset` in workers, below; `audit` between
calls."""

WITHOUT = {
    "conformance": "each answer has a limit of its own, and after three that did not come nothing more is asked",
    "exercise": "an answer has at most a million characters",
    "explain": "prints texts that are installed",
    "generate": "a family is printed as it is made, however long; random levels have the limits of their searches",
    "hardest": "goes on until it is interrupted, and keeps what it has found",
    "prove": "proves what is known to be provable, and can be interrupted",
    "report": "reads records, and searches nothing",
    "serve": "its searches have limits, in processes of their own",
    "warmup": "compiles what there is to compile",
}
"""Commands without limits, and why."""

NEVER = (
    "UNSOLVABLE",
    "OPTIMAL",
    "SOLVED",
    "no detector flags it",
    "ACCEPTED",
    "REJECTED",
    " VALID",
    "HOLDS",
    "sound as far",
)
"""What must not be said of a level that a limit ended."""


class Endless:
    """Work that goes on for ever, if nothing ends it, and lets no error pass; the clock runs fast in it."""

    def __init__(self) -> None:
        """Set the clock to zero."""
        self.now = 0.0

    def __call__(self, *_: object, **__: object) -> object:
        """Work."""
        ends = time.monotonic() + 60
        while time.monotonic() < ends:
            try:
                self.now += 1.0
                time.sleep(0.0005)
            except Exception:
                continue
        raise AssertionError("nothing has ended it")


@pytest.fixture
def endless(monkeypatch: pytest.MonkeyPatch) -> Endless:
    work = Endless()
    monkeypatch.setattr(guard, "_TICK", 0.001)
    monkeypatch.setattr(
        guard, "clock", SimpleNamespace(now=lambda: work.now, cpu=lambda: work.now, is_paused=lambda: False)
    )
    monkeypatch.setattr(guard, "rss_mib", lambda: 3000.0 if work.now else 1.0)
    return work


Run = Callable[..., tuple[int, str]]


@pytest.fixture
def run(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Run:
    texts = {"LEVELS": LEVEL, "FORMULA": "exists x. (x)", "MACHINE": MACHINE, "GRAPH": GRAPH}
    files = {name: tmp_path / f"{name}.txt" for name in texts}
    for name, text in texts.items():
        files[name].write_text(text)
    files["OUT"] = tmp_path / "out.jsonl"
    files["TABLES"] = tmp_path / "tables"

    def called(*arguments: str) -> tuple[int, str]:
        code = exit_code([str(files.get(argument, argument)) for argument in arguments])
        said = capsys.readouterr()
        return code, said.out + said.err

    return called


LIMITS = pytest.mark.parametrize(
    ("limit", "verdict"),
    [
        (("--time-limit", "5"), "LIMIT_TIME"),
        (("--cpu-limit", "5"), "LIMIT_TIME"),
        (("--memory-limit", "2000"), "LIMIT_MEMORY"),
    ],
)


def test_every_command_says_whether_it_keeps_limits() -> None:
    assert sorted([*WORK, *ONLY_READING, *WITHOUT]) == sorted(COMMANDS)


def replace_work(work: str, endless: Endless, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let what `WORK` names go on for ever."""
    if work == "WRITERS":
        monkeypatch.setitem(WRITERS, "mf8", Writer(cast(Any, endless)))
    elif work == "DETECTORS":
        monkeypatch.setattr(deadlocks, "DETECTORS", {"corner": endless})
    else:
        module, _, function = work.rpartition(".")
        monkeypatch.setattr(import_module(module), function, endless)


@LIMITS
@pytest.mark.parametrize("name", WORK)
def test_work_without_an_end_ends_at_the_limit(
    name: str, limit: tuple[str, str], verdict: str, endless: Endless, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    arguments, work = WORK[name]
    replace_work(work, endless, monkeypatch)
    code, said = run(name, *arguments, *limit)
    assert (code, text_of(verdict) in said) == (3, True), said
    assert endless.now > 0
    assert not any(word in said for word in NEVER), said


def test_the_tables_of_a_system_get_no_grace(endless: Endless, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    arguments, work = WORK["savitch"]
    replace_work(work, endless, monkeypatch)
    monkeypatch.setattr("sokocli.savitch.GRACE", 1e9)
    assert run("savitch", *arguments, "--memory-limit", "2000")[0] == 3


DIRECT = ("lba", "MACHINE", "--word", "0", "--direct")


@pytest.mark.parametrize(
    ("arguments", "work"),
    [
        (("ncl", "GRAPH"), "sokogen.reductions.instances.reach"),
        (("ncl", "GRAPH"), "sokogen.reductions.constraint_logic.network_play.network_of"),
        (DIRECT, "sokogen.reductions.instances.Machine.find_accepting_run"),
        (DIRECT, "sokogen.reductions.machines.machine_play.network_of"),
        (DIRECT, "sokogen.reductions.network_level.network_level"),
        (DIRECT, "sokogen.reductions.walks.moves"),
    ],
)
def test_each_part_of_a_reduction_ends_at_the_limit(
    arguments: tuple[str, ...], work: str, endless: Endless, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(work, endless)
    code, said = run("reduce", *arguments, "--time-limit", "5")
    assert (code, "time limit reached" in said) == (3, True), said
    assert "solution" not in said


@pytest.mark.parametrize("name", sorted({*WORK, *ONLY_READING} - {"reconstruct", "reduce", "verify"}))
def test_a_file_without_an_end_ends_at_the_limit(
    name: str, endless: Endless, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(inputs, "stream_entries", endless)
    monkeypatch.setattr(inputs, "read_bytes", endless)
    arguments = ONLY_READING[name] if name in ONLY_READING else WORK[name][0]
    code, said = run(name, *arguments, "--time-limit", "5")
    assert (code, "time limit reached" in said) == (3, True), said
    assert not any(word in said for word in NEVER), said


@pytest.mark.parametrize(
    ("limit", "verdict"),
    [
        ((5.0, None), "LIMIT_TIME"),
        ((None, None, None, 5.0), "LIMIT_TIME"),
        ((None, 2000.0), "LIMIT_MEMORY"),
    ],
)
def test_a_worker_of_batch_ends_at_the_limit(
    limit: tuple[Any, ...],  # the last fields of a task, or some of them
    verdict: str,
    endless: Endless,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(task, "answer_level", endless)
    level = Level.parse("#####\n#@$.#\n#####")
    work = Task("x.xsb", 1, "", level, "pushes", Choice("reference"), *limit)  # Any: some of its last fields
    record = work.perform()
    assert record["verdict"] == verdict
    assert record["lurd"] is None and "failed" not in record


@pytest.mark.parametrize("name", ["solve", "savitch", "normalize", "deadlocks"])
def test_a_limit_is_a_record_in_json_and_the_levels_after_it_are_dealt_with(
    name: str, endless: Endless, run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    arguments, work = WORK[name]
    replace_work(work, endless, monkeypatch)
    twice = tmp_path / "twice.xsb"
    twice.write_text(LEVEL + "\n" + LEVEL)
    code, said = run(name, str(twice), *arguments[1:], "--time-limit", "5", "--json")
    records = [json.loads(line) for line in said.splitlines() if line.startswith("{")]
    assert code == 3
    assert [(record["level"], record["verdict"]) for record in records] == [(1, "LIMIT_TIME"), (2, "LIMIT_TIME")]


class Slow(BytesIO):
    """A standard input that gives a level at a time, and remembers how much was printed when it was asked for more."""

    def __init__(self, levels: list[bytes], printed: Callable[[], int]) -> None:
        """Keep the levels."""
        super().__init__()
        self._levels = levels
        self._printed = printed
        self.printed: list[int] = []

    def read1(self, size: int | None = -1, /) -> bytes:
        """Return the next level."""
        self.printed.append(self._printed())
        return self._levels.pop(0) if self._levels else b""


@pytest.mark.parametrize("name", sorted({*WORK} - {"check", "improve", "reconstruct", "reduce", "verify"}))
def test_the_first_result_is_printed_before_the_last_level_is_read(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    out = StringIO()
    slow = Slow([f"{LEVEL}\n".encode()] * 6, lambda: len(out.getvalue()))
    monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=slow))
    monkeypatch.setattr("sys.stdout", out)
    monkeypatch.setattr("sys.stderr", out)
    assert exit_code([name, "-", *WORK[name][0][1:]]) in (0, 3)
    assert len(slow.printed) == 7
    assert slow.printed[:2] == [0, 0] and slow.printed[3:] == sorted(set(slow.printed[3:])) and slow.printed[3] > 0


def test_there_are_two_defaults_for_time_none_and_that_of_settling() -> None:
    defaults: dict[str, object] = {}
    for name in COMMANDS:
        command = import_module(f"sokocli.{name}").command
        for parameter in command.params:
            if parameter.name == "time_limit":
                defaults[name] = parameter.get_default(click.Context(command))
    settling = {"check", "crosscheck", "improve", "render", "serve"}
    assert {name for name, seconds in defaults.items() if seconds == inputs.SETTLING} == settling
    assert {seconds for name, seconds in defaults.items() if name not in settling} == {None}
