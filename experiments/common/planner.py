"""Fast Downward, as the package `up-fast-downward` brings it: found, run on a level, and asked for a plan."""

from __future__ import annotations

import re
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from sokospec import Level
from sokospec.planning import domain, problem

NO_PLANNER = "no planner is installed (pip install '.[planner]')"
OPTIMAL = "astar(lmcut())"
"""Optimal for the sum of action costs: A* with an admissible heuristic, landmark cuts."""
PATTERNS = "astar(ipdb())"
"""Optimal too, with less work for a state: pattern databases that iPDB's hill climbing chooses."""

SOLVED, UNSOLVABLE, ENDED = (0,), (10, 11), (21, 22, 23, 24)
"""Exit codes: a plan was found; the translator, or the search, proved that there is none; a limit ended it."""
EXPANDED = re.compile(r"Expanded (\d+) state")


class Planned(NamedTuple):
    """What the planner answered: whether it came to an answer, its plan, None if there is none, and its states."""

    settled: bool
    plan: str | None
    expanded: int | None


def driver() -> Path | None:
    """Return the planner's script, None where it is not installed; nothing is imported."""
    spec = find_spec("up_fast_downward")
    if spec is None or spec.origin is None:
        return None
    script = Path(spec.origin).parent / "downward" / "fast-downward.py"
    return script if script.exists() else None


def planned(script: Path, level: Level, search: str, seconds: float) -> Planned:
    """Return the planner's answer after so many CPU seconds at the latest; it may use 2 GiB."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "domain.pddl").write_text(domain(), encoding="utf-8")
        (folder / "problem.pddl").write_text(problem(level), encoding="utf-8")
        limits = ["--overall-time-limit", f"{round(seconds)}s", "--overall-memory-limit", "2G"]
        task = ["domain.pddl", "problem.pddl", "--search", search]
        command = [sys.executable, str(script), *limits, "--plan-file", "plan", *task]
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
        if done.returncode in ENDED:
            return Planned(settled=False, plan=None, expanded=None)
        assert done.returncode in SOLVED + UNSOLVABLE, (
            f"exit code {done.returncode}\n{done.stdout[-2000:]}{done.stderr[-2000:]}"
        )
        counted = EXPANDED.search(done.stdout)
        plan = (folder / "plan").read_text(encoding="utf-8") if done.returncode in SOLVED else None
        return Planned(settled=True, plan=plan, expanded=int(counted[1]) if counted else 0)


def optimal_plan(script: Path, level: Level, seconds: float = 120.0) -> str | None:
    """Return a plan of least cost as the planner wrote it, None where it proved that there is none."""
    found = planned(script, level, OPTIMAL, seconds)
    assert found.settled, f"no answer in {seconds:g} CPU seconds"
    return found.plan
