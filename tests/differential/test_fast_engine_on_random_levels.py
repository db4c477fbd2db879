"""The fast engine gives the oracle's verdict and cost for every objective; every solution is replayed."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from differential import run_fast_engine
from differential.fast_engine import SORTS, Choice, Tally, ask, compare, compile_engine, fault, levels, truth_of
from differential.run_fast_engine import CHUNK, Record, load, main
from parts import parts
from sokospec import Level
from sokospec.answer import Objective, Verdict

CHUNKS, LEVELS = 24, 125


@pytest.mark.parametrize("chunk", parts(CHUNKS, 1, 5))
def test_verdicts_costs_and_bounds_are_those_of_the_oracle(chunk: int) -> None:
    compile_engine()
    tally = compare(f"test {chunk}", LEVELS)
    assert tally.differences == []
    assert tally.solvable > tally.unsolvable > LEVELS // 20
    assert tally.unsettled < LEVELS // 10 and tally.by_layers < LEVELS // 4
    assert tally.comparisons > 4 * LEVELS


def test_the_levels_are_of_many_sorts_and_the_same_each_time() -> None:
    drawn = list(levels("some seed", 160))
    assert [str(level) for _, level in drawn] == [str(level) for _, level in levels("some seed", 160)]
    assert Counter(name for name, _ in drawn) == dict.fromkeys(SORTS, 20)
    assert {len(level.boxes) for _, level in drawn} == {1, 2, 3, 4, 5, 6}


SOLVABLE = Level.parse("########\n#@ $  .#\n#      #\n########")
UNSOLVABLE = Level.parse("########\n#@    .#\n#$     #\n########")

WRONG: dict[str, tuple[Level, Objective, dict[str, Any]]] = {  # Any: fields of Answer
    "a step too many": (SOLVABLE, Objective.MOVES, {"lurd": "rRRRl"}),
    "a play that solves nothing": (SOLVABLE, Objective.PUSHES, {"lurd": "r"}),
    "no optimum": (SOLVABLE, Objective.MOVES, {"lurd": "duRrRR", "lower_bound": 6}),
    "a second cost too high": (SOLVABLE, Objective.PUSHES_MOVES, {"lurd": "durRRR"}),
    "a bound too low": (SOLVABLE, Objective.PUSHES, {"lower_bound": 2}),
    "a bound too high": (SOLVABLE, Objective.PUSHES, {"lower_bound": 4}),
    "no bound": (SOLVABLE, Objective.PUSHES, {"lower_bound": None}),
    "a bound for any solution above the least pushes": (SOLVABLE, Objective.ANY, {"lower_bound": 4}),
    "less said than is proved": (SOLVABLE, Objective.PUSHES, {"verdict": Verdict.SOLVED}),
    "called unsolvable": (
        SOLVABLE, Objective.MOVES, {"verdict": Verdict.UNSOLVABLE, "lurd": None, "lower_bound": None},
    ),
    "a limit without a bound": (
        SOLVABLE, Objective.MOVES,
        {"verdict": Verdict.LIMIT_TIME, "lurd": None, "lower_bound": None, "interrupted": True},
    ),
    "a limit with a bound too high": (
        SOLVABLE, Objective.MOVES, {"verdict": Verdict.LIMIT_TIME, "lurd": None, "lower_bound": 7, "interrupted": True}
    ),
    "a limit that is called unsolvable": (
        SOLVABLE, Objective.MOVES,
        {"verdict": Verdict.UNSOLVABLE, "lurd": None, "lower_bound": None, "interrupted": True},
    ),
    "no answer in time": (SOLVABLE, Objective.MOVES, {"verdict": Verdict.LIMIT_TIME, "lurd": None}),
    "a bound without a solution": (UNSOLVABLE, Objective.MOVES, {"lower_bound": 3}),
    "called solvable": (UNSOLVABLE, Objective.MOVES, {"verdict": Verdict.OPTIMAL}),
}  # fmt: skip


@pytest.mark.parametrize(("level", "objective", "changes"), WRONG.values(), ids=list(WRONG))
def test_a_wrong_answer_is_a_difference(level: Level, objective: Objective, changes: dict[str, Any]) -> None:
    answer, truth = ask(level, objective, Choice()), truth_of(level)
    assert fault(level, answer, truth) is None
    assert fault(level, replace(answer, **changes), truth) is not None


def test_the_command_ends_with_what_is_done_and_goes_on_from_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "record.json"
    arguments = ["--levels", str(3 * CHUNK), "--seed", "5", "--out", str(out)]
    done_at_once: list[int] = []

    def chunks(record: Record, jobs: int) -> Iterator[Tally]:
        done_at_once.append(record.chunks)
        for number in range(record.chunks, 3):
            yield Tally(Counter({"far": CHUNK}), Counter({number: CHUNK}), CHUNK, 0, 0, 0, 5 * CHUNK, [])
            if len(done_at_once) == 1:
                raise KeyboardInterrupt

    monkeypatch.setattr(run_fast_engine, "chunks", chunks)
    assert main(arguments) == 130
    assert (load(out).done, load(out).tally.comparisons) == (CHUNK, 5 * CHUNK)
    assert main(arguments) == 0
    assert done_at_once == [0, 1]
    assert load(out).tally == Tally(
        Counter({"far": 3 * CHUNK}), Counter(dict.fromkeys(range(3), CHUNK)), 3 * CHUNK, 0, 0, 0, 15 * CHUNK, []
    )
    assert main([*arguments, "--seed", "6"]) == 2
    assert "choose another file" in capsys.readouterr().err
    monkeypatch.setattr(run_fast_engine, "commit", lambda: "a later one")
    assert main(arguments) == 0
    monkeypatch.setattr(run_fast_engine, "code", lambda: "changed")
    assert main(arguments) == 2
    assert "with other code" in capsys.readouterr().err


def test_the_command_prints_the_level_of_a_difference_and_fails(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(run_fast_engine, "chunks", lambda record, jobs: [Tally(differences=[f"{SOLVABLE}\nmoves: 7"])])
    assert main(["--levels", "1"]) == 1
    assert str(SOLVABLE) in capsys.readouterr().out


def test_the_command_compares_on_several_processes(tmp_path: Path) -> None:
    out = tmp_path / "record.json"
    script = Path(run_fast_engine.__file__)
    command = [sys.executable, str(script), "--levels", "16", "--seed", "3", "--jobs", "2", "--out", str(out)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=900, check=False)
    assert done.returncode == 0, done.stderr
    assert load(out).tally == compare("3 0", 16)
