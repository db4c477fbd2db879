"""Fast Downward, as the package `up-fast-downward` brings it: found, run on a level, and asked for an optimal plan."""

from __future__ import annotations

import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory

from sokospec import Level
from sokospec.planning import domain, problem

NO_PLANNER = "no planner is installed (pip install 'sokospec[planner]')"
SEARCH = "astar(lmcut())"
"""Optimal for the sum of action costs: A* with an admissible heuristic, landmark cuts."""

SOLVED, UNSOLVABLE = (0,), (10, 11)
"""Exit codes: a plan was found; the translator, or the search, proved that there is none."""


def driver() -> Path | None:
    """Return the planner's script, None where it is not installed; nothing is imported."""
    spec = find_spec("up_fast_downward")
    if spec is None or spec.origin is None:
        return None
    script = Path(spec.origin).parent / "downward" / "fast-downward.py"
    return script if script.exists() else None


def optimal_plan(script: Path, level: Level, seconds: float = 120.0) -> str | None:
    """Return a plan of least cost as the planner wrote it, None where it proved that there is none."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "domain.pddl").write_text(domain(), encoding="utf-8")
        (folder / "problem.pddl").write_text(problem(level), encoding="utf-8")
        command = [
            sys.executable,
            str(script),
            "--plan-file",
            "plan",
            "domain.pddl",
            "problem.pddl",
            "--search",
            SEARCH,
        ]
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=seconds, check=False)
        if done.returncode in UNSOLVABLE:
            return None
        assert done.returncode in SOLVED, f"exit code {done.returncode}\n{done.stdout[-2000:]}{done.stderr[-2000:]}"
        return (folder / "plan").read_text(encoding="utf-8")
