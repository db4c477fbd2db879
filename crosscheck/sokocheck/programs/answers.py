"""Extraction of answers from a program's output."""

from __future__ import annotations

import heapq
import re
from collections.abc import Iterator
from contextlib import suppress
from itertools import chain

from sokospec.errors import LimitError, SokobanError
from sokospec.formats import Reading, lurd, read_bytes
from sokospec.formats.plays import LURD, notation
from sokospec.planning.pddl import DIRECTIONS, MOVE, words_of_action

_LETTERS = re.compile(r"[udlrUDLR]+")
_WORDS = re.compile(r"(?<!\S)[udlrUDLR]++(?:\s++[udlrUDLR]++(?!\S))*+(?!\S)")
"""Whole words of LURD letters, across spaces and line ends; `_LETTERS` are runs anywhere in a line."""

SHORTEST_CLAIM = 5  # fewer letters may well be a word, such as "url" or "dull"

_LONGEST_ACTION = 400  # letters; a longer line is no action, and is not searched for one

NONE = re.compile(
    r"\bunsolvable\b(?! or\b)"
    r"|\bnot solvable\b|\bcan(?:no|')t be solved\b|\bhas no solutions?\b|\bno solutions? exists?\b"
    r"|\bthere (?:is|are) no solutions?\b"
    r"|\bno solution\b(?=\s*(?:[.!]|$))"
    r"|\bcompletely explored state space\b|\bno plan exists\b",
    re.IGNORECASE | re.MULTILINE,
)
"""Claims of unsolvability. "No solution found" is none, as a program that gave up says it too."""


_MOST_RUNS = 1000  # different runs of one output, of each kind, that are played
_LONGEST_RECORD = 1 << 18  # letters; a longer output is not read as a level file
_MOST_STEPS = 1 << 23  # steps that all the solutions in a level file may expand to


class TooMuch(Exception):  # a limit: what a program meant may be in the rest
    """An output exceeds a reading limit; the text says which."""


def _longest_runs(kind: re.Pattern[str], output: str, most: int) -> tuple[list[str], bool]:
    found: set[str] = set()
    dropped = False
    for match in kind.finditer(output):
        found.add("".join(match[0].split()))
        if len(found) > 4 * most:
            found = set(heapq.nsmallest(most, found, key=_by_length))
            dropped = True
    return heapq.nsmallest(most, found, key=_by_length), dropped or len(found) > most


def _by_length(run: str) -> tuple[int, str]:
    return -len(run), run


def plans(output: str) -> Iterator[str]:
    r"""Yield each plan in an output as LURD: consecutive `move` and `push` actions with directions.

    >>> list(plans("(move player-01 pos-1-1 pos-1-2 dir-down)\n(push-to-goal player-01 stone-01 a b c dir-right)"))
    ['dR']
    """
    steps: list[str] = []
    for line in _lines(output):
        name, *named = (words_of_action(line) if len(line) <= _LONGEST_ACTION else []) or [""]
        direction = DIRECTIONS.get(named[-1]) if named and (name == MOVE or name.startswith("push")) else None
        if direction is not None:
            steps.append(direction.letter if name == MOVE else direction.letter.upper())
        elif steps:
            yield "".join(steps)
            steps = []


def _lines(text: str) -> Iterator[str]:
    start = 0
    while (end := text.find("\n", start)) >= 0:
        yield text[start:end]
        start = end + 1
    yield text[start:]
    yield ""


def _find_recordings(output: str) -> Iterator[str]:
    r"""Yield solutions in a level file format, as written by YASS, Festival and JSoko.

    Raises `TooMuch` beyond `_MOST_STEPS`.

    >>> list(_find_recordings("#####\n#@$.#\n#####\nSolution\nR\n"))
    ['R']
    """
    left = _MOST_STEPS
    try:
        collection = read_bytes(output, Reading(lenient=True))
        for recording in chain(
            collection.header.recordings, (each for entry in collection for each in entry.solutions)
        ):
            for steps in _steps_of(recording.lurd):
                left -= len(steps)
                if left < 0:
                    raise TooMuch(f"solutions of more than {_MOST_STEPS:,} steps in all")
                yield steps
    except LimitError as error:
        raise TooMuch(str(error)) from None
    except SokobanError:
        return  # no such file: what steps there are, `lurds` finds


def _steps_of(text: str) -> Iterator[str]:
    """Yield the steps of a play in every notation that fits.

    >>> list(_steps_of("eE")), list(_steps_of("rxU")), list(_steps_of("3 3"))
    (['rR'], ['rU'], [])
    """
    if not text.strip():
        return
    if notation.recognise(text) in (None, LURD):
        steps = lurd.parse(text, max(Reading().limit, len(text))).steps
        yield "".join(_LETTERS.findall(steps))  # what is no step was no claim either
    else:
        yield from (reading.letters for reading in notation.readings(text))


def _in_other_notations(output: str) -> Iterator[str]:
    r"""Yield the steps of lines in other notations than LURD, perhaps after a name and a colon.

    >>> list(_in_other_notations("states: 12\nmoves: right, right\n"))
    ['rr']
    """
    for line in _lines(output):
        text = line.rpartition(": ")[2].strip()
        is_play = len(text) > 1 and not text.isdecimal() and (notation.recognise(text) or LURD) != LURD
        if is_play or (text[:1] in "[(" and text[-1:] in "])" and "," in text):
            with suppress(SokobanError):  # more steps than the limit
                yield from (reading.letters for reading in notation.readings(text))


def candidates(output: str) -> Iterator[str]:
    r"""Yield all possible solutions in an output, plain LURD last; raise `TooMuch` at the end if some were skipped.

    Linear in the output.

    >>> sorted(set(candidates("Solution: rrUU\nddL. 7 pushes")))
    ['ddL', 'lu', 'rrUU', 'u']
    """
    too_much: TooMuch | None = None
    yield from plans(output)
    try:
        if len(output) > _LONGEST_RECORD:
            raise TooMuch(f"more than {_LONGEST_RECORD:,} letters, too many for a level file")
        yield from _find_recordings(output)
        yield from _in_other_notations(output)
    except TooMuch as error:
        too_much = error
    for kind in (_WORDS, _LETTERS):
        runs, more = _longest_runs(kind, output, _MOST_RUNS)
        yield from runs
        if more:
            too_much = TooMuch(f"more than {_MOST_RUNS:,} runs of steps")
    if too_much is not None:
        raise too_much


def claims(output: str) -> Iterator[str]:
    """Yield the plays in an output that are meant as solutions, even if no level has them: no mere words.

    >>> list(claims("the url of it: dddrr"))
    ['dddrr']
    """
    yield from plans(output)
    yield from _find_recordings(output)
    yield from (run for run in _longest_runs(_WORDS, output, 1)[0] if len(run) >= SHORTEST_CLAIM)


def says_unsolvable(output: str, pattern: re.Pattern[str] = NONE) -> str | None:
    """Return the words that claim unsolvability, or None.

    >>> says_unsolvable("searched 5 states: level is UNSOLVABLE"), says_unsolvable("no solution found in 10 s")
    ('UNSOLVABLE', None)
    """
    match = pattern.search(output)
    return None if match is None else match[0]
