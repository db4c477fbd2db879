"""A search keeps its limits, and Ctrl-C ends it, with exit code 3 and what is known so far."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from cli.running import HARD, ROOT, WAREHOUSE, on_a_terminal, records, sokospec

RUN_AND_TELL_PEAK = """
import sys
from sokocli.main import exit_code
code = exit_code(sys.argv[1:])
with open("/proc/self/status") as status:
    print(status.read().partition("VmHWM:")[2].split()[0], file=sys.stderr)
sys.exit(code)
"""
ENGINES = pytest.mark.parametrize("engine", ["fast", "reference"])


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="the system has no /proc")
@pytest.mark.parametrize(
    ("mib", "options"),
    [
        pytest.param(400, ("--objective", "moves"), marks=pytest.mark.long),
        pytest.param(300, ("--objective", "moves", "--direction", "both"), marks=pytest.mark.long),
        (32, ("--engine", "reference")),
    ],
)
def test_the_process_stays_within_a_tenth_of_its_memory_limit(mib: int, options: tuple[str, ...]) -> None:
    command = [sys.executable, "-c", RUN_AND_TELL_PEAK, "solve", "-", "--json", "--memory-limit", str(mib), *options]
    done = subprocess.run(command, cwd=ROOT, input=HARD.encode(), capture_output=True, timeout=900, check=False)
    answer = json.loads(done.stdout)
    assert (answer["verdict"], done.returncode) == ("LIMIT_MEMORY", 3)
    assert answer["lower_bound"] > 0
    assert int(done.stderr.splitlines()[-1]) / 2**10 < mib * 1.1


def test_a_memory_limit_below_the_interpreters_own_gives_the_verdict_limit_memory() -> None:
    done = sokospec("solve", WAREHOUSE, "--level", "1", "--memory-limit", "1", "--engine", "reference", "--json")
    assert ([answer["verdict"] for answer in records(done)], done.returncode) == (["LIMIT_MEMORY"], 3)


@ENGINES
def test_a_time_limit_gives_the_verdict_limit_time_and_a_bound(engine: str) -> None:
    done = sokospec("solve", "-", "--time-limit", "1", "--engine", engine, "--json", stdin=HARD)
    [answer] = records(done)
    assert (answer["verdict"], answer["lurd"], answer["interrupted"], done.returncode) == ("LIMIT_TIME", None, False, 3)
    assert isinstance(answer["lower_bound"], int)


@ENGINES
def test_a_claim_is_unknown_when_a_limit_is_reached(engine: str, tmp_path: Path) -> None:
    levels, claims = hard_files(tmp_path)
    done = sokospec("check", levels, "--solutions", claims, "--time-limit", "1", "--engine", engine, "--json")
    [judgement] = records(done)
    assert (judgement["verdict"], done.returncode) == ("UNKNOWN", 3)


@ENGINES
@pytest.mark.parametrize("command", ["solve", "check"])
def test_ctrl_c_ends_a_search_cleanly_with_what_is_known(command: str, engine: str, tmp_path: Path) -> None:
    levels, claims = hard_files(tmp_path)
    more = ["--solutions", claims] if command == "check" else []
    code, stdout, terminal = on_a_terminal(
        command, levels, "--json", "--engine", engine, "--time-limit", "200", *more, interrupt_at=" states, bound "
    )
    assert code == 3
    assert "interrupted" in terminal
    assert "Traceback" not in terminal
    assert json.loads(stdout)["verdict"] == ("LIMIT_TIME" if command == "solve" else "UNKNOWN")


def test_ctrl_c_ends_the_first_compilation_too(tmp_path: Path) -> None:
    levels, _ = hard_files(tmp_path)
    cold = {"NUMBA_CACHE_DIR": str(tmp_path)}
    code, stdout, terminal = on_a_terminal("solve", levels, "--json", env=cold, interrupt_at="compiling")
    answer = json.loads(stdout)
    assert (code, answer["verdict"], answer["interrupted"]) == (3, "LIMIT_TIME", True)
    assert "Traceback" not in terminal


def hard_files(folder: Path) -> tuple[str, str]:
    """Write a hard level and a claim about it, and return where they are."""
    levels, claims = folder / "hard.xsb", folder / "claims.jsonl"
    levels.write_text(HARD, encoding="utf-8")
    claims.write_text('{"level": 1, "lurd": null, "claim": "unsolvable"}\n', encoding="utf-8")
    return str(levels), str(claims)
