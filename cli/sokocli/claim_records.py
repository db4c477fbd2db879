"""Claims in JSON Lines: those written by hand, and the records of our own commands."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from sokocheck.application.input_levels import FileLevel
from sokocheck.application.terminal_text import in_a_line, warn
from sokocheck.claims.judging import CLAIMS, SOLUTION, SOLVABLE, UNSOLVABLE
from sokocheck.claims.solution_texts import fold_title
from sokocli.claim import Claim
from sokocli.results import Exit
from sokospec.answer import Verdict
from sokospec.board import Level
from sokospec.errors import ParseError, SokobanError, quantify
from sokospec.formats import parse_level

_NO_MORE = (None, SOLUTION, SOLVABLE)
"""Values of `claim` that claim nothing beyond the steps; the last two are those of `crosscheck`."""


def is_records(text: str) -> bool:
    r"""Say whether a text is JSON Lines, perhaps with malformed lines.

    >>> is_records('{"level": 1}'), is_records('torn\n{"level": 1}'), is_records("rrU")
    (True, True, False)
    """
    return text.lstrip().startswith("{") or any(line.lstrip().startswith('{"') for line in text.split("\n"))


def claims_of_records(
    path: str, text: str, levels: Sequence[FileLevel], files: Sequence[str], codes: list[int]
) -> Iterator[Claim]:
    """Yield the claim of each line of JSON about the levels of the files, some of which may be unreadable.

    Rule J1: a line is a JSON object that names a level, by `level` (with `file` among several), `title` or `xsb`. It
    has `lurd`, or the claim or verdict that the level is unsolvable; without either there is no answer. A line that
    breaks this rule is reported, and its exit code goes to `codes`. Records of other files are passed over.
    """
    places = _Places(levels, files)
    counts: Counter[tuple[str, int]] = Counter()
    others = 0
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.strip():
            continue
        try:
            record = _record(line, number)
            found = places.of(record, number)
            if found is None:
                others += 1
                continue
            claim = _claim(record, number, found)
        except ParseError as error:
            warn(f"error: {in_a_line(path)}: {error}")
            codes.append(Exit.MALFORMED)
            continue
        counts[found.file, found.entry.number] += 1
        yield replace(claim, number=counts[found.file, found.entry.number], line=number)
    if others:
        warn(f"{in_a_line(path)}: {quantify(others, 'record')} about other files skipped")


def _record(line: str, number: int) -> Mapping[str, object]:
    try:
        record = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise ParseError("J1", f"not JSON: {error}", number) from None
    if not isinstance(record, dict):
        raise ParseError("J1", "not a JSON object", number)
    return record


def _claim(record: Mapping[str, object], number: int, found: FileLevel) -> Claim:
    lurd, claim, verdict = record.get("lurd"), record.get("claim"), record.get("verdict")
    if claim not in (*_NO_MORE, *CLAIMS):
        raise ParseError("J1", f"'claim' must be one of {', '.join(CLAIMS)}", number)
    if lurd is not None and not isinstance(lurd, str):
        raise ParseError("J1", "'lurd' must be a text or null", number)
    objective = None if claim in _NO_MORE else str(claim)
    if lurd is None and claim is None and verdict == Verdict.UNSOLVABLE:
        objective = UNSOLVABLE
    why = None
    if lurd is None and objective != UNSOLVABLE:
        why = f"the record has no solution{f'; it says {verdict}' if isinstance(verdict, str) else ''}"
    title = record.get("title")
    named = (
        isinstance(title, str) and title and found.entry.title and fold_title(title) != fold_title(found.entry.title)
    )
    doubt = f"the record is about a level with the title {title!r}" if named else None
    return Claim(found, 1, lurd, "", objective, no_answer=why, doubt=doubt)


class _Places:
    def __init__(self, levels: Sequence[FileLevel], files: Sequence[str]) -> None:
        self._levels = levels
        self._files = list(dict.fromkeys(files))
        self._at = {(found.file, found.entry.number): found for found in levels}
        self._counts = Counter(found.file for found in levels)
        self._boards: dict[Level, FileLevel] | None = None

    def of(self, record: Mapping[str, object], number: int) -> FileLevel | None:
        """Return a record's level, or None if it is in another file; raises `ParseError` (J1)."""
        if "level" not in record and isinstance(record.get("xsb"), str):
            return self._level_of_board(str(record["xsb"]), number)
        file = self._file(record.get("file"), number)
        if file == "":
            return None
        if "level" not in record and isinstance(record.get("title"), str):
            return self._level_of_title(str(record["title"]), file, number)
        if file is None:
            raise ParseError("J1", f"say which level file with 'file': {', '.join(self._files)}", number)
        level = record.get("level")
        if type(level) is not int or not 1 <= level <= self._counts[file]:
            levels = quantify(self._counts[file], "level")
            raise ParseError("J1", f"'level' must be the number of a level; {file} has {levels}", number)
        return self._at[file, level]

    def _file(self, file: object, number: int) -> str | None:
        """Return the level file that a record names, empty for another one, None if it names none of several."""
        if file is None:
            return self._files[0] if len(self._files) == 1 else None
        if not isinstance(file, str):
            raise ParseError("J1", "'file' must be a text", number)
        if file in self._files:
            return file
        same_name = [each for each in self._files if Path(each).name == Path(file).name]
        if len(same_name) > 1:
            raise ParseError("J1", f"'file' must name one of the level files: {', '.join(same_name)}", number)
        return same_name[0] if same_name else ""

    def _level_of_title(self, title: str, file: str | None, number: int) -> FileLevel:
        named = [found for found in self._levels if fold_title(found.entry.title) == fold_title(title)]
        found = [each for each in named if file in (None, each.file)]
        if len(found) != 1:
            raise ParseError("J1", f"{quantify(len(found), 'level')} with the title {title!r}; give 'level'", number)
        return found[0]

    def _level_of_board(self, xsb: str, number: int) -> FileLevel:
        if self._boards is None:
            self._boards = {}
            for found in self._levels:
                if found.entry.drawn.level is not None:
                    self._boards.setdefault(found.entry.drawn.level, found)
        try:
            level = parse_level(xsb)
        except SokobanError as error:
            raise ParseError("J1", f"'xsb' cannot be read: {error}", number) from None
        if level not in self._boards:
            raise ParseError("J1", "the level of 'xsb' is not in the level files", number)
        return self._boards[level]
