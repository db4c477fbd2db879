"""What a program's output may mean: steps wherever they stand, plans of planners, and the words for "there is none"."""

from __future__ import annotations

import heapq
import re
from collections.abc import Iterator

from sokospec.errors import SokobanError
from sokospec.formats import Reading, lurd, read_bytes

LETTERS = re.compile(r"[udlrUDLR]+")
WORDS = re.compile(r"(?<!\S)[udlrUDLR]++(?:\s++[udlrUDLR]++(?!\S))*+(?!\S)")
"""Runs of LURD letters: anywhere in a line, and whole words of them that spaces and line ends part."""

CANDIDATES = 8  # of each kind of run, the longest of these many are replayed
SHORTEST_CLAIM = 5  # fewer letters may well be a word, such as "url" or "dull"

ACTION = re.compile(
    r"\s*(?:\d+(?:\.\d+)?\s*:\s*)?\(?\s*(?P<name>move|push[\w-]*)\s[^()]*?\bdir-(?P<way>up|down|left|right)\b"
)
"""A line of a plan: `(push-to-goal player-01 stone-01 pos-2-2 pos-3-2 pos-4-2 dir-right)`, with or without brackets,
the time before it, the cost behind it.
"""

LONGEST_ACTION = 400  # letters; a longer line is no action, and is not searched for one

NONE = re.compile(
    r"\bunsolvable\b(?! or\b)"
    r"|\bnot solvable\b|\bcan(?:no|')t be solved\b|\bhas no solutions?\b|\bno solutions? exists?\b"
    r"|\bthere (?:is|are) no solutions?\b"
    r"|\bno solution\b(?=\s*(?:[.!]|$))"
    r"|\bcompletely explored state space\b|\bno plan exists\b",
    re.IGNORECASE | re.MULTILINE,
)
"""What programs say of a level that they hold to be unsolvable. "No solution found" is no such claim: so does a program
say that gave up.
"""


def lurds(output: str, *, words_only: bool = False) -> list[str]:
    """Return what may be a solution in an output, the longest first.

    >>> lurds("Solution: rrUU\\nddL. 7 pushes")
    ['rrUU', 'ddL', 'lu', 'u']
    """
    kinds = [WORDS] if words_only else [WORDS, LETTERS]
    found: set[str] = set()
    for kind in kinds:
        matches = (match[0] for match in kind.finditer(output))
        found.update("".join(run.split()) for run in heapq.nlargest(CANDIDATES, matches, key=len))
    return sorted(found, key=lambda run: (-len(run), run))


def plans(output: str) -> Iterator[str]:
    """Yield each plan in an output as LURD: lines one after the other that say `move` or `push` and a direction.

    >>> list(plans("(move player-01 pos-1-1 pos-1-2 dir-down)\\n(push-to-goal player-01 stone-01 a b c dir-right)"))
    ['dR']
    """
    steps: list[str] = []
    for line in [*output.split("\n"), ""]:
        action = ACTION.match(line.lower()) if len(line) <= LONGEST_ACTION else None
        if action is not None:
            letter = action["way"][0]
            steps.append(letter.upper() if action["name"].startswith("push") else letter)
        elif steps:
            yield "".join(steps)
            steps = []


def recorded(output: str) -> Iterator[str]:
    """Yield the solutions of an output that is a file of levels and solutions, as YASS, Festival and JSoko write it.

    >>> list(recorded("#####\\n#@$.#\\n#####\\nSolution\\nR\\n"))
    ['R']
    """
    try:
        collection = read_bytes(output, Reading(lenient=True))
        for recording in [*collection.recordings, *(each for entry in collection for each in entry.solutions)]:
            yield lurd.parse(recording.lurd).steps
    except SokobanError:
        return  # no such file: what steps there are, `lurds` finds


def candidates(output: str) -> list[str]:
    """Return all that may be a solution in an output, without repetition."""
    return list(dict.fromkeys([*plans(output), *recorded(output), *lurds(output)]))


def says_unsolvable(output: str, pattern: re.Pattern[str] = NONE) -> str | None:
    """Return the words with which an output says that there is no solution; None without any.

    >>> says_unsolvable("searched 5 states: level is UNSOLVABLE"), says_unsolvable("no solution found in 10 s")
    ('UNSOLVABLE', None)
    """
    match = pattern.search(output)
    return None if match is None else match[0]
