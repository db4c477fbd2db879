"""One run of a program on one level, and its interpretation."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from sokocheck.programs.answers import NONE, TooMuch, candidates, claims, says_unsolvable
from sokocheck.programs.command import with_whole_paths
from sokocheck.programs.measure import MAX_OUTPUT, Allowance, Measured, run
from sokocheck.programs.quick_play import Table
from sokocheck.programs.scratch import Scratch, scratch_folder
from sokospec import clock
from sokospec.answer import Objective
from sokospec.board import Level
from sokospec.formats import entry_of
from sokospec.formats.xsb import write_entry

_LEVEL, _BOARD, _SOLUTION = "level.xsb", "board.txt", "solution.txt"
LEVEL_FILES = ("{level}", "{board}", _LEVEL, _BOARD)
"""Names of the level's file in a command, with title or board alone, as path or bare name."""

_MOST_FILES = 20
"""The most files left beside the level that are read, that of `{solution}` first."""

_MOST_TEXT = 2 * MAX_OUTPUT
"""The most bytes read from all files together."""

_NO_FILE = "No such file"  # so begins what programs say of a file that is not where they look for it

STOPPED = {
    "cpu": "it reached its limit of CPU time",
    "wall": "it reached its limit of time",
    "memory": "it reached its limit of memory",
    "output": f"it printed more than {MAX_OUTPUT // 2**20} MiB",
    "lost": "it ended or stopped the process that keeps its limits",
}


@dataclass(frozen=True, slots=True)
class Saying:
    """A program's answer: a solution (valid or not), words that claim unsolvability, or neither.

    `whole`: it ended by itself; `unread`: the limit that left output unread, so that only a valid solution counts.
    """

    measured: Measured
    lurd: str | None
    words: str | None
    whole: bool
    unread: str = ""

    @property
    def silence(self) -> str:
        measured = self.measured
        if measured.ended in STOPPED:
            return STOPPED[measured.ended]
        if measured.code < 0:
            return f"it was ended by signal {-measured.code}"
        lines = [line.strip() for line in measured.stderr.split("\n") if line.strip()]
        said = f": {printable(lines[-1])}" if lines and measured.code else ""
        advice = "; it runs in the level's folder: name other files by whole paths" if _NO_FILE in said else ""
        unread = f"; not all of it was read: {self.unread}" if self.unread else ""
        return f"no answer in what it printed; exit code {measured.code}{said}{advice}{unread}"


@dataclass(frozen=True, slots=True)
class Trial:
    """One run of a program: measurements and output texts."""

    measured: Measured
    outputs: Sequence[str]
    unread: str = ""

    @property
    def silent(self) -> Saying:
        measured = self.measured
        return Saying(measured, None, None, measured.ended == "exit" and measured.code >= 0, self.unread)


def run_on(words: Sequence[str], level: Level, allowance: Allowance, place: Path | None = None) -> Trial:
    """Run a program on a level in a temporary folder below `place`, with search clocks paused.

    In the command, `{level}` is the level's file, `{board}` one without title, `{solution}` a file it may write,
    `{folder}` the folder. Names of existing files become absolute.
    """
    with clock.pause(), scratch_folder(place) as scratch:
        folder = scratch.path
        drawing, board, solution = (folder / name for name in (_LEVEL, _BOARD, _SOLUTION))
        drawing.write_text(write_entry(entry_of(level)), encoding="utf-8")
        board.write_text(f"{level}\n", encoding="utf-8")
        names = {"{level}": str(drawing), "{board}": str(board), "{solution}": str(solution), "{folder}": str(folder)}
        command = [_fill(word, names) for word in with_whole_paths(words, but=(_LEVEL, _BOARD))]
        measured = run(command, allowance, folder=folder)
        if measured.ended == "lost":
            return Trial(measured, [])
        if measured.ended == "exit" and measured.cpu_seconds >= 0.97 * allowance.cpu:
            measured = replace(measured, ended="cpu")  # the system ended a process of it, and the rest went on a little
        files, unread = _read_files(scratch)
        return Trial(measured, [measured.stdout, *files], unread)


def understand(trial: Trial, level: Level, objective: Objective, unsolvable: re.Pattern[str] = NONE) -> Saying:
    """Return a program's answer; of several valid solutions, the best for the objective."""
    table = Table(level)
    best: tuple[tuple[int, ...], int, str] | None = None
    silent = trial.silent
    for output in trial.outputs:
        try:
            for steps in candidates(output):
                played = table.play(steps)  # the case of letters is no claim
                if played.solved:
                    moves, pushes = len(played.steps), sum(map(played.steps.count, "UDLR"))
                    best = min(filter(None, [best, (objective.cost(moves, pushes), len(steps), steps)]))
        except TooMuch as error:
            silent = replace(silent, unread=silent.unread or str(error))
    if best is not None:
        return replace(silent, lurd=best[2])
    if not silent.whole or silent.unread:
        return silent
    for output in trial.outputs:
        if (said := says_unsolvable(output, unsolvable)) is not None:
            return replace(silent, words=said)
    longest = max((steps for output in trial.outputs for steps in claims(output)), key=len, default=None)
    return silent if longest is None else replace(silent, lurd=longest)


def _fill(word: str, names: dict[str, str]) -> str:
    return re.sub(r"\{(?:level|board|solution|folder)\}", lambda match: names[match[0]], word)


def _read_files(scratch: Scratch) -> tuple[list[str], str]:
    ours = (_LEVEL, _BOARD)
    names, more = scratch.names(_MOST_FILES + len(ours))
    others = [name for name in names if name not in (*ours, _SOLUTION)]
    unread = f"it left more than {_MOST_FILES} files" if more or len(others) > _MOST_FILES else ""
    found, room = [], _MOST_TEXT
    for name in [_SOLUTION, *others[:_MOST_FILES]]:
        most = min(MAX_OUTPUT, room)
        content = scratch.read(name, most + 1)
        if content is None:
            continue
        if len(content) > most:
            unread = unread or f"more than {most:,} bytes of a file, or {_MOST_TEXT:,} of all"
        room -= min(len(content), most)
        found.append(content[:most].decode(errors="replace"))
    return found, unread


_LONGEST_SHOWN = 200
"""The most characters shown of an untrusted text."""


def printable(text: str) -> str:
    """Return the beginning of an untrusted text as one printable line."""
    return "".join(letter if letter.isprintable() else " " for letter in text[:_LONGEST_SHOWN])
