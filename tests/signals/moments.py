"""Ctrl-C at random moments of a command: what must hold of its exit code and of all that it has printed by then."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Any

from processes import hear_interrupts

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = (sys.executable, "-c", "from sokocli.start import run; run()")
SECONDS = 120.0
"""So long after Ctrl-C a process is given up."""

UNKNOWN = 3
OPEN = ("UNKNOWN", "LIMIT_TIME", "LIMIT_MEMORY", "NO_ANSWER", None)
"""What may stand in the place of a verdict that a whole run has."""

OURS = re.compile(r"\bin run$|multiprocessing", re.MULTILINE)
"""What is in every traceback from our own lines, or from processes that we start."""

Record = dict[str, Any]  # whatever JSON holds


@dataclass(frozen=True, slots=True)
class Command:
    """A command; `names` are the keys that tell its records apart, `verdict` is the key with the answer.

    `part` is the key whose number, or list, may be smaller, or shorter, when the run was interrupted. A command without
    `verdict` prints text, of which an interrupted run prints the beginning. `results` is a file that it writes records
    to, `endless` says that it runs until it is told to end.
    """

    words: tuple[str, ...]
    names: tuple[str, ...] = ()
    verdict: str = ""
    part: str | None = None
    results: str | None = None
    endless: bool = False

    def facts(self, printed: str) -> dict[str, Record]:
        """Return the records of a text, each by what tells it apart."""
        records = [json.loads(line) for line in printed.splitlines()]
        return {json.dumps([record.get(name) for name in self.names]): record for record in records}


KEPT = Command((), ("file", "level"), "verdict")
"""What a file of results is."""


@dataclass(frozen=True, slots=True)
class Ended:
    """How a process ended, what it printed and wrote, and the seconds that it went on after Ctrl-C."""

    code: int
    stdout: str
    stderr: str
    after: float
    results: str = ""

    @property
    def too_early(self) -> bool:
        """Whether Python was interrupted before it ran a line of ours."""
        if self.code == -signal.SIGINT and not self.stderr:
            return True
        own = OURS.search(self.stderr) or "Exception ignored" in self.stderr
        return "KeyboardInterrupt" in self.stderr and not own and not self.stdout


def ran(command: Command, folder: Path, moment: float | None = None) -> Ended:
    """Run a command in a folder of its own, interrupted at a moment, and read what it has written."""
    ended = run(command.words, folder, moment)
    results = folder / (command.results or "")
    if command.results is None or not results.exists():
        return ended
    text = results.read_text(encoding="utf-8")
    return replace(ended, results=text[: text.rfind("\n") + 1])  # a torn line is taken off by the next run


def run(words: Sequence[str], folder: Path, moment: float | None = None) -> Ended:
    """Run the program, and send Ctrl-C to all its processes, as a terminal does, after so many seconds."""
    process = subprocess.Popen(
        [*PROGRAM, *words],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT / "tests")},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        start_new_session=True,
        preexec_fn=hear_interrupts,
    )
    pressed = time.monotonic()
    if moment is not None:
        try:
            stdout, stderr = process.communicate(timeout=moment)
            return Ended(process.returncode, stdout, stderr, 0.0)
        except subprocess.TimeoutExpired:
            pressed = time.monotonic()
            os.killpg(process.pid, signal.SIGINT)
    try:
        stdout, stderr = process.communicate(timeout=SECONDS if moment is not None else 3600)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        stdout, stderr = process.communicate()
        return Ended(process.returncode, stdout, f"{stderr}\nit did not end", time.monotonic() - pressed)
    return Ended(process.returncode, stdout, stderr, time.monotonic() - pressed)


def faults(command: Command, whole: Ended, ended: Ended) -> list[str]:
    """Return what is wrong with an interrupted run, beside one that came to its end."""
    found = []
    if "Traceback" in ended.stderr or "Exception ignored" in ended.stderr or "internal error" in ended.stderr:
        found.append(f"it says: {ended.stderr}")
    if "it did not end" in ended.stderr:
        found.append("it did not end")
    if ended.code not in (UNKNOWN, whole.code):
        found.append(f"exit code {ended.code}: {ended.stderr}")
    if not command.verdict:
        said = [re.sub(r":\d+/", ":PORT/", text) for text in (whole.stdout, ended.stdout)]
        return found if said[0].startswith(said[1]) else [*found, f"it says {ended.stdout!r}"]
    try:
        told = command.facts(ended.stdout)
        KEPT.facts(ended.results)
    except ValueError:
        return [*found, f"not JSON Lines: {ended.stdout!r} {ended.results!r}"]
    known = command.facts(whole.stdout)
    interrupted = ended.code == UNKNOWN
    found += _false(command, known, told, interrupted=interrupted)
    if command.results is not None:
        found += _false(KEPT, KEPT.facts(whole.results), KEPT.facts(ended.results), interrupted=interrupted)
    if not interrupted and told.keys() != known.keys():
        found.append(f"exit code {ended.code} without {sorted(known.keys() - told.keys())}")
    return found


def _false(
    command: Command, known: Mapping[str, Record], told: Mapping[str, Record], *, interrupted: bool
) -> Iterator[str]:
    """Yield what is wrong with records, beside those of a whole run."""
    for name, record in told.items():
        if record.get(command.verdict) in OPEN and command.part is None:
            continue
        if name not in known:
            yield f"a whole run does not say {record}"
        elif command.part is not None and interrupted:
            if not _is_part(record[command.part], known[name][command.part]):
                yield f"{record} is no part of {known[name]}"
        elif record[command.verdict] != known[name][command.verdict]:
            yield f"it says {record}, and a whole run {known[name]}"


def _is_part(less: object, more: object) -> bool:
    if isinstance(less, list) and isinstance(more, list):
        return less == more[: len(less)]
    return isinstance(less, int | float) and isinstance(more, int | float) and less <= more


def moments(seed: int, name: str, count: int, seconds: float) -> list[float]:
    """Return random moments, in seconds from the start."""
    rng = Random(f"{seed} {name}")
    return [rng.uniform(0, seconds) for _ in range(count)]
