"""Solution recorded in a level's own file, for commands that show a play."""

from __future__ import annotations

from typing import NamedTuple

from sokocheck.application.input_levels import FileLevel
from sokocheck.application.terminal_text import in_a_line, warn
from sokospec.errors import ParseError
from sokospec.formats import Reading
from sokospec.formats.plays.play import play


class _RecordedSolution(NamedTuple):
    number: int
    title: str
    lurd: str


def first_solution(found: FileLevel, reading: Reading) -> _RecordedSolution | None:
    for number, recording in enumerate(found.entry.solutions, start=1):
        try:
            played = play(found.level, recording.lurd, reading).replay
        except ParseError:
            continue
        if played is not None and played.valid:
            return _RecordedSolution(number, recording.title, played.lurd)
    return None


def steps_to_animate(found: FileLevel, reading: Reading) -> str:
    """Return the steps of the first valid solution in the file, if any, and print which it is."""
    solution = first_solution(found, reading)
    if solution is not None:
        title = f" {in_a_line(solution.title)!r}" if solution.title else ""
        warn(f"{found.name}: playing solution {solution.number}{title} of the file; --lurd plays other steps")
        return solution.lurd
    count = len(found.entry.solutions)
    reason = "no solution in the file is valid, as `sokospec check` explains" if count else "no solution in the file"
    warn(f"{found.name}: {reason}, so the picture is not animated; give the steps with --lurd")
    return ""
