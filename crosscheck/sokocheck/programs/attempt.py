"""One program, once, on one level: what it says, read from its output and from the files that it leaves."""

from __future__ import annotations

import os
import re
import stat
import tempfile
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path

from sokocheck.programs.answers import NONE, SHORTEST_CLAIM, candidates, lurds, plans, recorded, says_unsolvable
from sokocheck.programs.command import with_whole_paths
from sokocheck.programs.measure import MAX_OUTPUT, Allowance, Measured, run
from sokospec.answer import Objective
from sokospec.board import Level
from sokospec.formats import entry_of
from sokospec.formats.xsb import write_entry
from sokospec.replay import replay

LEVEL, BOARD = "level.xsb", "board.txt"
LEVEL_FILES = ("{level}", "{board}", LEVEL, BOARD)
"""What names the level's file in a command, with its title, or with the board alone: by whole path, or by name."""

MOST_FILES = 20
"""Of the files that a program leaves beside the level, this many are read."""

NO_FILE = "No such file"  # so begins what programs say of a file that is not where they look for it

STOPPED = {
    "cpu": "it reached its limit of CPU time",
    "wall": "it reached its limit of time",
    "memory": "it reached its limit of memory",
    "output": f"it printed more than {MAX_OUTPUT // 2**20} MiB",
}


@dataclass(frozen=True, slots=True)
class Saying:
    """What a program says of a level: a solution, valid or not; or in `words` that there is none; or neither.

    `whole` is False if it was ended at a limit or by a signal: what it said then is not its last word.
    """

    measured: Measured
    lurd: str | None
    words: str | None
    whole: bool

    @property
    def silence(self) -> str:
        """Why there is no answer."""
        measured = self.measured
        if measured.ended in STOPPED:
            return STOPPED[measured.ended]
        if measured.code < 0:
            return f"it was ended by signal {-measured.code}"
        lines = [line.strip() for line in measured.stderr.split("\n") if line.strip()]
        said = f": {printable(lines[-1])}" if lines and measured.code else ""
        advice = "; it runs in the level's folder: name other files by whole paths" if NO_FILE in said else ""
        return f"no answer in what it printed; exit code {measured.code}{said}{advice}"


def attempt(
    words: Sequence[str], level: Level, allowance: Allowance, objective: Objective, unsolvable: re.Pattern[str] = NONE
) -> Saying:
    """Return what a program says of a level; of several valid solutions, the best for the objective.

    It runs in a folder of its own, removed afterwards. In the words of its command `{level}` stands for the level's
    file, `{board}` for one with the board alone, `{solution}` for one that it may write, and `{folder}` for the folder
    of all; whatever files it leaves there are read too. Other words that name files from here get their whole paths.
    """
    with tempfile.TemporaryDirectory(prefix="sokospec-", ignore_cleanup_errors=True) as folder:
        drawing, board, solution = (Path(folder, name) for name in (LEVEL, BOARD, "solution.txt"))
        drawing.write_text(write_entry(entry_of(level)), encoding="utf-8")
        board.write_text(f"{level}\n", encoding="utf-8")
        names = {"{level}": str(drawing), "{board}": str(board), "{solution}": str(solution), "{folder}": folder}
        command = [_filled(word, names) for word in with_whole_paths(words, but=(LEVEL, BOARD))]
        measured = run(command, allowance, folder=Path(folder))
        outputs = [measured.stdout, *left_behind(Path(folder), (drawing, board))]
    if measured.ended == "exit" and measured.cpu_seconds >= 0.97 * allowance.cpu:
        measured = replace(measured, ended="cpu")  # the system ended a process of it, and the rest went on a little
    whole = measured.ended == "exit" and measured.code >= 0
    best: tuple[tuple[int, ...], int, str] | None = None
    for steps in dict.fromkeys(steps for output in outputs for steps in candidates(output)):
        played = replay(level, steps, lenient=True)  # the case of letters is no claim
        if played.valid:
            cost = objective.cost(played.metrics.moves, played.metrics.pushes)
            best = min(filter(None, [best, (cost, len(steps), steps)]))
    if best is not None:
        return Saying(measured, best[2], None, whole)
    if not whole:
        return Saying(measured, None, None, whole)
    for output in outputs:
        if (said := says_unsolvable(output, unsolvable)) is not None:
            return Saying(measured, None, said, whole)
    claims = [steps for output in outputs for steps in _claims(output)]
    return Saying(measured, max(claims, key=len, default=None), None, whole)


def _claims(output: str) -> list[str]:
    """Return what is meant as a solution, though it is none: not any letters, but words of them, or a plan."""
    return [*plans(output), *recorded(output), *(w for w in lurds(output, words_only=True) if len(w) >= SHORTEST_CLAIM)]


def _filled(word: str, names: dict[str, str]) -> str:
    return re.sub(r"\{(?:level|board|solution|folder)\}", lambda match: names[match[0]], word)


def left_behind(folder: Path, ours: Collection[Path]) -> list[str]:
    """Return the texts of the files in a folder besides our own: plain files alone, and no more than of stdout."""
    found = []
    for path in sorted(islice(folder.iterdir(), MOST_FILES)):
        if path not in ours and (text := text_of(path)) is not None:
            found.append(text)
    return found


def text_of(path: Path) -> str | None:
    """Return the beginning of a file that somebody else wrote; None if it is a link, a pipe, or cannot be read."""
    flags = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
    try:
        file = os.open(path, flags)
    except OSError:
        return None
    if not stat.S_ISREG(os.fstat(file).st_mode):
        os.close(file)
        return None
    with os.fdopen(file, "rb") as opened:
        return opened.read(MAX_OUTPUT).decode(errors="replace")


LONGEST_SHOWN = 200
"""So many characters of a text of somebody else's are shown."""


def printable(text: str) -> str:
    """Return the beginning of a text of somebody else's, as one line that does no harm to a terminal."""
    return "".join(letter if letter.isprintable() else " " for letter in text[:LONGEST_SHOWN])
