"""Golden files of the command line: each holds a command, its exit code, and what it prints."""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from typing import NamedTuple

from cli.running import sokospec

ROOT = Path(__file__).parents[2]
CASES = Path(__file__).parent / "cases"
VARYING = re.compile(r'("(?:next_)?(?:cpu_)?seconds": |"peak_rss_mib": |, )[0-9.e-]+((?: s)?(?=[,\n}]))')
"""Times and memory differ from run to run and are masked; in text, the time ends with ' s'."""
COUNTS = re.compile(r'(?<="expanded": )\d+|(?<="generated": )\d+')
STATES = re.compile(r"[\d,]+ states?\b")
"""How many states the fast engine looks at may change with every idea; the reference's counts stay as they are."""


class Case(NamedTuple):
    """A command (the part after 'sokospec'), with the exit code and the output it must give."""

    name: str
    command: str
    expected: str


def cases() -> list[Case]:
    """Return every case, by name."""
    found = []
    for path in sorted(CASES.glob("*.txt")):
        first, _, rest = path.read_text(encoding="utf-8").partition("\n")
        found.append(Case(path.stem, first.removeprefix("$ sokospec "), rest))
    return found


def outcome(command: str) -> str:
    """Run a command in the repository's root and return exit code, stdout and stderr as a golden file has them."""
    done = sokospec(*shlex.split(command), env={"COLUMNS": "80"})
    printed = masked(f"--- stdout\n{done.stdout.decode()}--- stderr\n{done.stderr.decode()}")
    if "--engine reference" not in command:
        printed = STATES.sub("~ states", COUNTS.sub("~", printed))
    return f"exit code {done.returncode}\n{printed}"


def masked(text: str) -> str:
    """Return a text with times and memory masked.

    >>> masked('{"seconds": 0.12, "peak_rss_mib": 18.5}')
    '{"seconds": ~, "peak_rss_mib": ~}'
    """
    return VARYING.sub(lambda match: f"{match[1]}~{match[2]}" if match[1] != ", " or match[2] else match[0], text)
