"""Claims to check: solutions recorded in level files, JSON Lines, plans, and texts of solutions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

import click

from sokocheck.application.folders import with_solutions_beside
from sokocheck.application.guard import Guard, limit_words
from sokocheck.application.input_levels import FileLevel, content_of
from sokocheck.application.terminal_text import in_a_line, warn
from sokocheck.claims.judging import UNSOLVABLE
from sokocli.claim import Claim
from sokocli.inputs import Refuse, Request, Source, choose_numbers, read_sources, tell_defects, which_level
from sokocli.results import Exit
from sokospec.errors import ParseError, SokobanError, quantify
from sokospec.formats import Reading, decode, read_bytes
from sokospec.limits import LimitReached

if TYPE_CHECKING:
    from sokocheck.claims.pairing import Pairing
import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from sokocheck.claims.judging import CLAIMS, SOLUTION, SOLVABLE
from sokocheck.claims.solution_texts import fold_title
from sokospec.answer import Verdict
from sokospec.board import Level
from sokospec.formats import parse_level

_NO_MORE = (None, SOLUTION, SOLVABLE)
"""Values of `claim` that claim nothing beyond the steps; the last two are those of `crosscheck`."""


def _is_records(text: str) -> bool:
    r"""Say whether a text is JSON Lines, perhaps with malformed lines.

    >>> _is_records('{"level": 1}'), _is_records('torn\n{"level": 1}'), _is_records("rrU")
    (True, True, False)
    """
    return text.lstrip().startswith("{") or any(line.lstrip().startswith('{"') for line in text.split("\n"))


def _claims_of_records(path: str, text: str, levels: Sequence[FileLevel], codes: list[int]) -> Iterator[Claim]:
    """Yield the claim of each line of JSON about the levels.

    Rule J1: a line is a JSON object that names a level, by `level` (with `file` among several), `title` or `xsb`. It
    has `lurd`, or the claim or verdict that the level is unsolvable; without either there is no answer. A line that
    breaks this rule is reported, and its exit code goes to `codes`. Records of other files are passed over.
    """
    places = _Places(levels)
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
    def __init__(self, levels: Sequence[FileLevel]) -> None:
        self._levels = levels
        self._files = list(dict.fromkeys(found.file for found in levels))
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


solutions_option = click.option(
    "--solutions",
    type=click.Path(exists=True, dir_okay=False, allow_dash=True),
    metavar="FILE",
    help="File of solutions, instead of those in FILES. It may be output of `solve` (plain or with --json), a file of "
    "levels with solutions, or a planner's plan. A text of your own is read like plain output: a line with the level's "
    "number or title, then the steps.",
)


def claims_given(
    request: Request, guard: Guard, solutions: str | None, codes: list[int], told: set[str]
) -> Iterator[Claim]:
    """Yield the claims in a file of solutions about the wanted levels, or those recorded with the levels.

    A board that is not a level is reported through `told` and `codes`, unless a claim says so.
    """

    def refuse(found: FileLevel) -> None:
        told.update(tell_defects(found))
        codes.append(Exit.MALFORMED)

    files = request.files
    if solutions is None:
        files = with_solutions_beside(request.files)
        for file in (each for each in files if each not in request.files):
            warn(f"also reading the solutions in {in_a_line(file)}")
    sources = read_sources(files, request.reading, guard, codes)
    if solutions is None:
        return _claims_in(sources, request.reading, codes, refuse, request.level)
    return _claims_of_file(solutions, sources, request.reading, codes, refuse, request.level)


def _claims_in(
    sources: Iterable[Source], reading: Reading, codes: list[int], refuse: Refuse, level: int | None = None
) -> Iterator[Claim]:
    """Yield the solutions recorded in the files, perhaps only those of level `level`, as the boards are read.

    A file without a board gives its plays to the file before it. `refuse` is called for a board that is not a level and
    has no solution, unless a claim says so.
    """
    levels_of: Source | None = None
    for source in sources:
        if source.collection:
            levels_of = source
            yield from _claims_of_source(source, codes, refuse, level)
        elif levels_of is None:
            raise SokobanError(f"{source.file}: the file has steps but no level; name the level file before it")
        else:
            levels = [FileLevel(levels_of.file, entry) for entry in levels_of.collection]
            yield from _claims_of_text(source.file, source.text, levels, reading, codes, level)


def _claims_of_source(source: Source, codes: list[int], refuse: Refuse, level: int | None) -> Iterator[Claim]:
    above = [each for each in source.collection.recordings if each.kind == "solution"]
    if above and level is None:
        where = f"{in_a_line(source.file)}: line {above[0].line}"
        what = f"{quantify(len(above), 'solution')} above the first board"
        warn(f"{where}: {what}: not checked; move each below the board of its level")
        codes.append(Exit.UNKNOWN)
    for entry in source.collection if level is None else source.collection[level - 1 : level]:
        found = FileLevel(source.file, entry)
        if not entry.solutions and entry.drawn.level is None:
            refuse(found)
        for number, recording in enumerate(entry.solutions, start=1):
            yield Claim.of(found, number, recording)


def in_time(claims: Iterator[Claim], guard: Guard, files: Sequence[str], codes: list[int]) -> Iterator[Claim]:
    """Yield the claims, each with the guard's clock restarted; at a limit stop, with the exit code in `codes`."""
    while True:
        guard.begin()
        try:
            with guard:
                one = next(claims, None)
        except LimitReached as reached:
            warn(f"{', '.join(map(in_a_line, files))}: {limit_words(reached.verdict, guard.limits)}")
            codes.append(Exit.UNKNOWN)
            return
        if one is None:
            return
        yield one


def _claims_of_file(
    path: str,
    files: Iterable[Source],
    reading: Reading,
    codes: list[int],
    refuse: Refuse = lambda _: None,
    level: int | None = None,
) -> Iterator[Claim]:
    """Yield the claims of JSON Lines, of a text of solutions with or without boards, or of a plan for `level`.

    Raises `SokobanError` for any other file. Lines that cannot be checked are reported, with exit codes in `codes`.
    `refuse` is as in `_claims_in`.
    """
    sources, claimed = list(files), set()
    for claim in _answers_of_file(path, sources, reading, codes, level):
        claimed.add((claim.found.file, claim.found.entry.number))
        yield claim
    missing: list[str] = []
    for source in sources:
        for entry in source.collection if level is None else source.collection[level - 1 : level]:
            if (source.file, entry.number) in claimed:
                continue
            if entry.drawn.level is None:
                refuse(FileLevel(source.file, entry))
            else:
                missing.append(f"{in_a_line(source.file)}:{entry.number}")
    if missing and claimed:
        more = f" and {len(missing) - 3} more" if len(missing) > 3 else ""
        warn(f"{in_a_line(path)} has no answer for {quantify(len(missing), 'level')}: {', '.join(missing[:3])}{more}")


def _answers_of_file(
    path: str, sources: Sequence[Source], reading: Reading, codes: list[int], level: int | None
) -> Iterator[Claim]:
    from sokocheck.claims.pairing import pair_boards  # level files with their solutions need none of these
    from sokospec.planning import is_plan

    data = content_of(path)
    text = decode(data)
    if is_plan(text):
        if level is None and len(sources[0].collection) > 1:
            raise which_level(sources[0].file, "the level of the plan")
        yield _claim_of_plan(path, text, sources[0], level or 1)
        return
    levels = [FileLevel(source.file, entry) for source in sources for entry in source.collection]
    if _is_records(text):
        claims = _claims_of_records(path, text, levels, codes)
        yield from (claim for claim in claims if level in (None, claim.found.entry.number))
        return
    collection = read_bytes(data, reading)
    if collection:
        yield from _claims_of_pairing(path, pair_boards(collection, levels), codes, level)
    else:
        yield from _claims_of_text(path, text, levels, reading, codes, level)


def _claims_of_text(
    path: str, text: str, levels: Sequence[FileLevel], reading: Reading, codes: list[int], level: int | None
) -> Iterator[Claim]:
    from sokocheck.claims.pairing import pair

    asked = [found for found in levels if level in (None, found.entry.number)]
    pairing = pair(text, levels, reading)
    if level is not None and len(pairing.pairs) == 1 and pairing.pairs[0].said.label is None:
        pairing = pair(text, asked, reading)
    if not pairing.pairs:
        raise SokobanError(
            f"{in_a_line(path)}: not a file of solutions; give JSON Lines, a text of solutions, or a plan"
        )
    yield from _claims_of_pairing(path, pairing, codes, level)


def _claims_of_pairing(path: str, pairing: Pairing, codes: list[int], level: int | None) -> Iterator[Claim]:
    if pairing.how:
        warn(f"{in_a_line(path)}: {pairing.how}")
    counts: Counter[tuple[str, int]] = Counter()
    for one in pairing.pairs:
        said, found = one.said, one.found
        if found is None:
            if level is None:
                what = "a missing answer" if said.lurd is None else "a solution"
                where = f"{in_a_line(path)}: line {said.line}"
                warn(f"{where}: {what} was not checked, because {one.why}; label it with its level")
                codes.append(Exit.UNKNOWN)
            continue
        if level not in (None, found.entry.number):
            continue
        place = found.file, found.entry.number
        counts[place] += 1
        yield Claim(
            found,
            counts[place],
            said.lurd,
            said.title,
            UNSOLVABLE if said.unsolvable else None,
            line=said.line,
            column=said.column,
            no_answer=said.words if said.lurd is None and not said.unsolvable else None,
            doubt=None if one.elsewhere is None else f"it solves {one.elsewhere.name}",
            announced=said.announced,
        )


def _claim_of_plan(path: str, text: str, source: Source, level: int) -> Claim:
    from sokospec.planning import lurd_of_plan

    choose_numbers(source, level)
    found = FileLevel(source.file, source.collection[level - 1])
    try:
        return Claim(found, 1, lurd_of_plan(found.level, text), "plan")
    except ParseError as error:
        raise SokobanError(f"{path}: {error}") from None
