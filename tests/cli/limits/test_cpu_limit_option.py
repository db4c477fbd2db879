"""`--cpu-limit`: what it does beside `--time-limit`, what is said of it, and what the records of `batch` keep of it."""

from __future__ import annotations

import json
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from sokocheck.batch.task import Task
from sokocheck.engines.all_engines import Choice
from sokocli import inputs
from sokocli.main import exit_code
from sokospec.board import Level
from sokospec.limits import Limits

WAREHOUSE = "examples/warehouse.xsb"
REFERENCE = ("--engine", "reference")


def limits_of(default: float | None, *options: str) -> Limits:
    """Return the limits that a command gets."""
    got: list[Limits] = []

    @click.command()
    @inputs.limit_options(default)
    def command(limits: Limits) -> int:
        got.append(limits)
        return 0

    assert CliRunner().invoke(command, options).exit_code == 0
    return got[0]


@pytest.mark.parametrize(
    ("options", "seconds", "cpu"),
    [
        ((), 60.0, None),
        (("--cpu-limit", "5"), None, 5.0),
        (("--time-limit", "60", "--cpu-limit", "5"), 60.0, 5.0),
        (("--time-limit", "7"), 7.0, None),
    ],
)
def test_a_limit_in_cpu_seconds_takes_the_place_of_a_default_by_the_clock_and_stands_beside_a_chosen_one(
    options: tuple[str, ...], seconds: float | None, cpu: float | None
) -> None:
    assert limits_of(60.0, *options) == Limits(seconds, 4096, cpu=cpu)


@pytest.mark.parametrize(
    ("options", "named"),
    [
        (("--cpu-limit", "0"), "--cpu-limit"),
        (("--time-limit", "0"), "--time-limit"),
        (("--time-limit", "0", "--cpu-limit", "0"), "--time-limit or --cpu-limit"),
    ],
)
def test_what_is_to_be_raised_is_named(
    options: tuple[str, ...], named: str, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = ["check", WAREHOUSE, "--level", "3", "--claim", "pushes", *REFERENCE, *options]
    assert exit_code(arguments) == 3
    assert f"raise {named} (" in capsys.readouterr().out


def test_solve_says_that_it_was_the_limit_in_cpu_seconds(capsys: pytest.CaptureFixture[str]) -> None:
    assert exit_code(["solve", WAREHOUSE, "--level", "1", "--cpu-limit", "0", *REFERENCE]) == 3
    assert "time limit reached (--cpu-limit): any solution has at least " in capsys.readouterr().out


def test_batch_keeps_which_limit_was_in_force_and_searches_again_under_another(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "results.jsonl"
    arguments = ["batch", WAREHOUSE, "--level", "1", "--out", str(out), "--jobs", "1", "--json", *REFERENCE]
    assert exit_code([*arguments, "--cpu-limit", "0"]) == 3
    assert exit_code([*arguments, "--cpu-limit", "30"]) == 0
    assert exit_code([*arguments, "--cpu-limit", "30"]) == 0
    records = [json.loads(line) for line in out.read_text().splitlines()]
    assert [(each["verdict"], each["options"]["cpu_limit"]) for each in records] == [("LIMIT_TIME", 0), ("OPTIMAL", 30)]
    assert all(each["options"]["time_limit"] is None for each in records)


def test_a_file_from_before_there_was_such_a_limit_goes_on_as_it_began() -> None:
    level = Level.parse("#####\n#@$.#\n#####")
    task = Task("x.xsb", 1, "", level, "pushes", Choice("reference"), 5.0, None)
    assert "cpu_limit" not in task.options


def test_an_audit_ends_at_its_limit_in_cpu_seconds(capsys: pytest.CaptureFixture[str]) -> None:
    assert exit_code(["audit", "sokodead.corner:corner", "--cpu-limit", "0", "--levels", "5", "--no-corpus"]) == 3
    assert "the time is over" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("options", "advice"),
    [
        (("--time-limit", "0"), "raise --time-limit, or look for any solution with --objective any"),
        (
            ("--cpu-limit", "0", "--objective", "moves"),
            "raise --cpu-limit, or look for any solution with --objective any",
        ),
        (("--memory-limit", "1"), "raise --memory-limit, or look for any solution with --objective any"),
        (("--time-limit", "0", "--objective", "any"), "raise --time-limit"),
    ],
)
def test_solve_says_once_what_to_do_about_limits(
    options: tuple[str, ...], advice: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert exit_code(["solve", WAREHOUSE, *REFERENCE, *options]) == 3
    told = [line for line in capsys.readouterr().err.splitlines() if line.startswith("a limit was reached")]
    assert told == [f"a limit was reached: {advice}"]
