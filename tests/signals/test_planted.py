"""An engine that is interrupted, or comes to its limit, at the n-th call: no command takes that for a verdict."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
import z3

from batch.corridors import corridor, corridors
from docs.course import answers_1, answers_2, answers_4
from signals.moments import Command, Ended, faults
from sokocli.main import exit_code
from sokosolve.certify import certificate
from sokosolve.search import astar, idastar
from sokospec.answer import Verdict
from sokospec.limits import LimitReached
from sokospec.oracle import certificate as oracle_certificate
from sokospec.oracle import savitch, search

PLANTED: dict[str, Callable[[], BaseException]] = {
    "Ctrl-C": KeyboardInterrupt,
    "time": lambda: LimitReached(Verdict.LIMIT_TIME),
    "memory": lambda: LimitReached(Verdict.LIMIT_MEMORY),
    "no memory": MemoryError,
}
SEARCHES: list[tuple[Any, str]] = [  # modules and classes
    (search._PushSearch, "run"),
    (search._StepSearch, "run"),
    (astar.BestFirst, "run"),
    (idastar.IterativeDeepening, "run"),
    (certificate._StatesWriter, "write_all"),
    (oracle_certificate, "_states"),
    (savitch._DecisionRun, "_decide"),
    (savitch.Savitch, "path"),
]
"""What works for long in the engines."""

SOLVER = "echo rR {level}"


@contextmanager
def planted(at: int, cause: Callable[[], BaseException]) -> Iterator[list[int]]:
    """Let the call of that number, counted from 1, raise; give the list of the calls that there were."""
    calls: list[int] = []

    def wrapped(true_one: Callable[..., object]) -> Callable[..., object]:
        def call(*arguments: object, **named: object) -> object:
            calls.append(len(calls) + 1)
            if len(calls) == at:
                raise cause()
            return true_one(*arguments, **named)

        return call

    with pytest.MonkeyPatch.context() as patch:
        for owner, name in SEARCHES:
            patch.setattr(owner, name, wrapped(getattr(owner, name)))
        yield calls


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with levels that have solutions, and with a file of claims."""
    folder = tmp_path_factory.mktemp("levels")
    (folder / "levels.xsb").write_text(corridors(3), encoding="utf-8")
    claims = [{"level": number, "lurd": "r" + "R" * number, "claim": "moves"} for number in (1, 2, 3)]
    (folder / "claims.jsonl").write_text("".join(json.dumps(each) + "\n" for each in claims), encoding="utf-8")
    (folder / "small.xsb").write_text(corridor(1), encoding="utf-8")
    return folder


COMMANDS = {
    "solve": Command(("solve", "levels.xsb", "--json"), ("level",), "verdict"),
    "solve by moves": Command(("solve", "levels.xsb", "--objective", "moves", "--json"), ("level",), "verdict"),
    "solve for any": Command(("solve", "levels.xsb", "--objective", "any", "--json"), ("level",), "verdict"),
    "solve deeper": Command(("solve", "levels.xsb", "--algorithm", "idastar", "--json"), ("level",), "verdict"),
    "prove it": Command(("solve", "levels.xsb", "--certificate", ".", "--json"), ("level",), "verdict"),
    "prove by reference": Command(
        ("solve", "levels.xsb", "--engine", "reference", "--certificate", ".", "--json"), ("level",), "verdict"
    ),
    "check": Command(("check", "levels.xsb", "--solutions", "claims.jsonl", "--json"), ("level",), "verdict"),
    "crosscheck": Command(
        ("crosscheck", "small.xsb", "--solver", SOLVER, "--claims", "pushes", "--engine", "reference", "--json"),
        ("level",),
        "verdict",
    ),
    "savitch": Command(("savitch", "small.xsb", "--json"), ("level",), "verdict"),
    "exercise 1.6": Command(("exercise", "1.6", answers_1.RIGHT[6][-1], "--json"), ("exercise",), "right"),
    "exercise 2.4": Command(("exercise", "2.4", answers_2.RIGHT[4][-1], "--json"), ("exercise",), "right"),
    "exercise 4.6": Command(("exercise", "4.6", answers_4.RIGHT[6][-1], "--json"), ("exercise",), "right"),
}


def done(command: Command, capsys: pytest.CaptureFixture[str]) -> Ended:
    code = exit_code(list(command.words))
    return Ended(code, *capsys.readouterr(), after=0.0)


@pytest.mark.parametrize("cause", PLANTED)
@pytest.mark.parametrize("name", COMMANDS)
def test_no_command_says_what_a_whole_run_would_not_say(
    name: str, cause: str, folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder)
    command = COMMANDS[name]
    with planted(0, PLANTED[cause]) as calls:
        whole = done(command, capsys)
    assert calls and whole.code == 0
    for at in calls:
        with planted(at, PLANTED[cause]):
            ended = done(command, capsys)
        assert faults(command, whole, ended) == []
        assert ended.code == 3 or (name == "savitch" and cause != "Ctrl-C")  # it is solved, and its path is not known


@pytest.mark.parametrize("cause", PLANTED)
def test_no_theorem_is_refuted_by_an_engine_that_did_not_answer(cause: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Of the theorems, tiny-levels alone asks an engine."""
    for at in (1, 2, 50, 100):
        with planted(at, PLANTED[cause]):
            assert exit_code(["prove", "tiny-levels", "--json"]) == 3
        assert json.loads(capsys.readouterr().out)["status"] == "UNKNOWN"


@pytest.mark.parametrize("cause", ["time", "Ctrl-C"])
@pytest.mark.parametrize("theorem", ["lemma-corner", "lemma-edge"])
def test_no_theorem_is_refuted_by_a_z3_that_did_not_answer(
    theorem: str, cause: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    check = z3.Solver.check
    left = 0

    def answer(solver: z3.Solver, *more: object) -> object:
        nonlocal left
        left -= 1
        if left == 0 and cause == "Ctrl-C":
            raise KeyboardInterrupt
        return z3.unknown if left == 0 else check(solver, *more)

    monkeypatch.setattr(z3.Solver, "check", answer)
    assert exit_code(["prove", theorem, "--json"]) == 0
    capsys.readouterr()
    for at in range(1, 1 - left):
        left = at
        assert exit_code(["prove", theorem, "--json"]) == 3
        printed = capsys.readouterr()
        assert json.loads(printed.out)["status"] == "UNKNOWN"
        assert ("interrupted" in printed.err) is (cause == "Ctrl-C")


ASK_FOR_EVER = """
import os, signal, sys
from itertools import combinations
from threading import Timer
import z3
from sokoproof.asking import answer_of

solver = z3.Solver()
holes = [[z3.Bool(f"{pigeon} in {hole}") for hole in range(11)] for pigeon in range(12)]
solver.add(*(z3.Or(each) for each in holes))
for one, other in combinations(holes, 2):
    solver.add(*(z3.Not(z3.And(pair)) for pair in zip(one, other)))
try:
    Timer(float(sys.argv[1]), os.kill, (os.getpid(), signal.SIGINT)).start()
    print(answer_of(solver))
except KeyboardInterrupt:
    print("interrupted")
"""
"""Whether 12 pigeons fit into 11 holes, one in each, which takes z3 very long; and Ctrl-C after some seconds."""


@pytest.mark.parametrize("seconds", ["0", "0.3"])
def test_ctrl_c_ends_a_question_to_z3(seconds: str) -> None:
    done = subprocess.run(  # a process of its own: z3 does not keep its time limits any more once it was interrupted
        [sys.executable, "-c", ASK_FOR_EVER, seconds],
        capture_output=True,
        text=True,
        timeout=900,
        check=False,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    assert (done.stdout, done.stderr) == ("interrupted\n", "")
