"""A planner as a Sokoban solver: `python examples/planner.py fast-downward|pyperplan LEVEL FOLDER [OPTIONS]`.

It writes the level of a file as PDDL into a folder, runs a planner from PyPI on it there, and prints the plan; made for
`sokospec crosscheck`. Without other options Fast Downward finds the fewest pushes, pyperplan, which knows no costs, the
fewest actions, and these are moves.
"""

from __future__ import annotations

import re
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

from sokospec.formats import read
from sokospec.planning import domain, problem

COSTS = re.compile(
    r":action-costs|\(:functions \(total-cost\) - number\)|\(increase [^()]*\([^()]*\) *\d+\)"
    r"|\(= \(total-cost\) \d+\)|\(:metric[^()]*\([^()]*\)\)"
)


def fast_downward() -> list[str]:
    """Return the command of Fast Downward, as the package `up-fast-downward` brings it."""
    package = find_spec("up_fast_downward")
    if package is None or package.origin is None:
        sys.exit("Fast Downward is not installed: pip install up-fast-downward")
    script = Path(package.origin).parent / "downward" / "fast-downward.py"
    return [sys.executable, str(script), "domain.pddl", "problem.pddl"]


def main() -> int:
    """Run the planner that the arguments name and return its exit code."""
    name, level, folder, options = sys.argv[1], sys.argv[2], Path(sys.argv[3]), sys.argv[4:]
    texts = {"domain.pddl": domain(), "problem.pddl": problem(read(level)[0])}
    if name == "pyperplan":
        texts = {file: COSTS.sub("", text) for file, text in texts.items()}
        command = [sys.executable, "-m", "pyperplan", *(options or ["--search", "bfs"]), "domain.pddl", "problem.pddl"]
    else:
        command = [*fast_downward(), *(options or ["--search", "astar(lmcut())"])]
    for file, text in texts.items():
        (folder / file).write_text(text, encoding="utf-8")
    done = subprocess.run(command, cwd=folder, check=False)
    return done.returncode


if __name__ == "__main__":
    sys.exit(main())
