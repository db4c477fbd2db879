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
from sokocli.inputs import (
    Request,
    Source,
    choose_numbers,
    read_sources,
    report_malformed,
    tell_defects,
    which_level,
)
from sokocli.results import Exit
from sokospec.errors import ParseError, SokobanError, quantify
from sokospec.formats import Entry, decode, read_bytes
from sokospec.limits import LimitReached

if TYPE_CHECKING:
    from sokocheck.claims.pairing import Pairing

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
    files = request.files
    if solutions is None:
        files = with_solutions_beside(request.files)
        for file in (each for each in files if each not in request.files):
            warn(f"also reading the solutions in {in_a_line(file)}")
    sources = read_sources(files, request.reading, guard, codes)
    reader = _ClaimReader(request, codes, told)
    return reader.recordings(sources) if solutions is None else reader.of_file(solutions, sources)


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


class _ClaimReader:
    """Reader of the claims about the wanted levels; exit codes of what cannot be checked go to `codes`."""

    def __init__(self, request: Request, codes: list[int], told: set[str]) -> None:
        self._reading, self._level = request.reading, request.level
        self._codes, self._told = codes, told

    def recordings(self, sources: Iterable[Source]) -> Iterator[Claim]:
        """Yield the solutions recorded in the files, as the boards are read.

        A file without a board gives its plays to the file before it, if that can be read.
        """
        levels_of: Source | None = None
        for source in sources:
            if not source.text:
                levels_of = source
                yield from self._of_source(source)
                continue
            try:
                if not levels_of or levels_of.is_unreadable:
                    what = "the file has steps but no level; name a level file before it that can be read"
                    raise SokobanError(f"{in_a_line(source.file)}: {what}")
                levels = [FileLevel(levels_of.file, entry) for entry in levels_of.collection]
                yield from self._of_text(source.file, source.text, levels)
            except SokobanError as error:
                report_malformed(error, self._codes)

    def of_file(self, path: str, files: Iterable[Source]) -> Iterator[Claim]:
        """Yield the claims of JSON Lines, of a text of solutions with or without boards, or of a plan.

        Raises `SokobanError` for any other file, and if an answer may be about a file that cannot be read.
        """
        sources, claimed = list(files), set()
        for claim in self._answers(path, sources):
            claimed.add((claim.found.file, claim.found.entry.number))
            yield claim
        missing: list[str] = []
        for source in sources:
            for entry in self._wanted(source):
                if (source.file, entry.number) in claimed:
                    continue
                if entry.drawn.level is None:
                    self._refuse(FileLevel(source.file, entry))
                else:
                    missing.append(f"{in_a_line(source.file)}:{entry.number}")
        if missing and claimed:
            some = ", ".join(missing[:3]) + (f" and {len(missing) - 3} more" if len(missing) > 3 else "")
            warn(f"{in_a_line(path)} has no answer for {quantify(len(missing), 'level')}: {some}")

    def _wanted(self, source: Source) -> Sequence[Entry]:
        return source.collection if self._level is None else source.collection[self._level - 1 : self._level]

    def _refuse(self, found: FileLevel) -> None:
        self._told.update(tell_defects(found))
        self._codes.append(Exit.MALFORMED)

    def _of_source(self, source: Source) -> Iterator[Claim]:
        above = [each for each in source.collection.header.recordings if each.kind == "solution"]
        if above and self._level is None:
            where = f"{in_a_line(source.file)}: line {above[0].line}"
            what = f"{quantify(len(above), 'solution')} above the first board"
            warn(f"{where}: {what}: not checked; move each below the board of its level")
            self._codes.append(Exit.UNKNOWN)
        for entry in self._wanted(source):
            found = FileLevel(source.file, entry)
            if not entry.solutions and entry.drawn.level is None:
                self._refuse(found)
            for number, each in enumerate(entry.solutions, start=1):
                announced = not each.lurd
                yield Claim(found, number, each.lurd, each.title, None, each.line, each.column, announced=announced)

    def _answers(self, path: str, sources: Sequence[Source]) -> Iterator[Claim]:
        from sokocheck.claims.pairing import pair_boards  # level files with their solutions need none of these
        from sokocli.claim_records import claims_of_records, is_records
        from sokospec.planning import is_plan

        data = content_of(path)
        text = decode(data)
        levels = [FileLevel(source.file, entry) for source in sources for entry in source.collection]
        plan = is_plan(text)
        if not plan and is_records(text):
            files = [source.file for source in sources]
            claims = claims_of_records(path, text, levels, files, self._codes)
            yield from (claim for claim in claims if self._level in (None, claim.found.entry.number))
            return
        for source in sources:
            if source.is_unreadable:
                what = f"{in_a_line(source.file)} cannot be read, and an answer may be about its levels; leave it out"
                raise SokobanError(f"{in_a_line(path)}: not checked, because {what}")
        if plan:
            if self._level is None and len(sources[0].collection) > 1:
                raise which_level(sources[0].file, "the level of the plan")
            yield _claim_of_plan(path, text, sources[0], self._level or 1)
            return
        collection = read_bytes(data, self._reading)
        if collection:
            yield from self._of_pairing(path, pair_boards(collection, levels))
        else:
            yield from self._of_text(path, text, levels)

    def _of_text(self, path: str, text: str, levels: Sequence[FileLevel]) -> Iterator[Claim]:
        from sokocheck.claims.pairing import pair

        pairing = pair(text, levels, self._reading)
        if self._level is not None and len(pairing.pairs) == 1 and pairing.pairs[0].said.label is None:
            asked = [found for found in levels if found.entry.number == self._level]
            pairing = pair(text, asked, self._reading)
        if not pairing.pairs:
            raise SokobanError(
                f"{in_a_line(path)}: not a file of solutions; give JSON Lines, a text of solutions, or a plan"
            )
        yield from self._of_pairing(path, pairing)

    def _of_pairing(self, path: str, pairing: Pairing) -> Iterator[Claim]:
        if pairing.how:
            warn(f"{in_a_line(path)}: {pairing.how}")
        counts: Counter[tuple[str, int]] = Counter()
        for one in pairing.pairs:
            said, found = one.said, one.found
            if found is None:
                if self._level is None:
                    what = "a missing answer" if said.lurd is None else "a solution"
                    where = f"{in_a_line(path)}: line {said.line}"
                    warn(f"{where}: {what} was not checked, because {one.why}; label it with its level")
                    self._codes.append(Exit.UNKNOWN)
                continue
            if self._level not in (None, found.entry.number):
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
