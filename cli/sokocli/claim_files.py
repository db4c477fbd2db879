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
    sources: Iterable[Source], reading: Reading, codes: list[int], refuse: Refuse, level: int | None
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
        for number, each in enumerate(entry.solutions, start=1):
            announced = not each.lurd
            yield Claim(found, number, each.lurd, each.title, None, each.line, each.column, announced=announced)


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
    refuse: Refuse,
    level: int | None,
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
    from sokocli.claim_records import claims_of_records, is_records
    from sokospec.planning import is_plan

    data = content_of(path)
    text = decode(data)
    if is_plan(text):
        if level is None and len(sources[0].collection) > 1:
            raise which_level(sources[0].file, "the level of the plan")
        yield _claim_of_plan(path, text, sources[0], level or 1)
        return
    levels = [FileLevel(source.file, entry) for source in sources for entry in source.collection]
    if is_records(text):
        claims = claims_of_records(path, text, levels, codes)
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
