"""Which claims there are to check: solutions recorded in level files, JSON Lines, and files of LURD alone."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import click

from sokocheck.claims import CLAIMS, UNSOLVABLE, ClaimVerdict, Judge, Judgement
from sokocheck.engines import Watch
from sokocheck.found import Found, content_of
from sokocheck.guard import Guard, limit_words
from sokocheck.shown import in_a_line, warn
from sokocli.inputs import Refuse, Request, Source, chosen, read_sources, tell_defects, which_level
from sokocli.results import Exit
from sokospec.errors import ParseError, SokobanError, counted
from sokospec.formats import Reading, Recording, read_bytes
from sokospec.limits import LimitReached
from sokospec.planning import is_plan, lurd_of_plan

solutions_option = click.option(
    "--solutions",
    type=click.Path(exists=True, dir_okay=False, allow_dash=True),
    metavar="FILE",
    help="JSON Lines with level, lurd and perhaps file and claim; LURD text, one paragraph a level; or a plan.",
)


@dataclass(frozen=True, slots=True)
class Claim:
    """A claim about a level: that `lurd` solves it, and perhaps that it is optimal; or that nothing solves it.

    `number` counts the claims about one level from 1; `objective` is one of CLAIMS or None; `lurd` is None with the
    claim 'unsolvable'.
    """

    found: Found
    number: int
    lurd: str | None
    title: str = ""
    objective: str | None = None


def claims_given(
    request: Request, guard: Guard, solutions: str | None, codes: list[int], told: set[str]
) -> Iterator[Claim]:
    """Yield the claims of a file of solutions about the levels asked for, or those recorded with the levels.

    A board that is no level, and about which nobody says so, is told of: `told` and `codes` receive what follows.
    """

    def refuse(found: Found) -> None:
        told.update(tell_defects(found))
        codes.append(Exit.MALFORMED)

    sources = read_sources(request.files, request.reading, guard, codes)
    if solutions is None:
        return claims_in(sources, refuse, request.level)
    return claims_of_file(solutions, sources, request.reading, refuse, request.level)


def claims_in(sources: Iterable[Source], refuse: Refuse = lambda _: None, level: int | None = None) -> Iterator[Claim]:
    """Yield the solutions recorded in the files, perhaps only those of level `level`, as the boards are read.

    A file without a board gives its plays to the file before it. `refuse` is called for a board that is no level and
    has no solution, about which no claim says so.
    """
    levels_of: Source | None = None
    for source in sources:
        if source.collection:
            levels_of = source
            wanted = source.collection if level is None else source.collection[level - 1 : level]
            for entry in wanted:
                found = Found(source.file, entry)
                if not entry.solutions and entry.drawn.level is None:
                    refuse(found)
                yield from _recorded(found, entry.solutions)
        elif levels_of is None:
            raise SokobanError(f"{source.file}: there are steps here but no level; name the level file first")
        else:
            claims = _plays(levels_of, source.file, source.collection.recordings)
            yield from (claim for claim in claims if level in (None, claim.found.entry.number))


def in_time(claims: Iterator[Claim], guard: Guard, files: Sequence[str], codes: list[int]) -> Iterator[Claim]:
    """Yield the claims, with the guard's clock begun for each; ends, with the exit code in `codes`, at a limit."""
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


def judged(claim: Claim, judge: Judge, watch: Watch) -> Judgement:
    """Return what becomes of a claim; MALFORMED where its board is no level."""
    drawn = claim.found.entry.drawn
    if drawn.level is None:
        defects = "; ".join(str(defect) for defect in drawn.defects)
        return Judgement(ClaimVerdict.MALFORMED, rule=drawn.defects[0].rule, reason=f"no level: {defects}")
    return judge.judge(drawn.level, claim.lurd, claim.objective, watch)


def _recorded(found: Found, recordings: Sequence[Recording]) -> Iterator[Claim]:
    for number, recording in enumerate(recordings, start=1):
        yield Claim(found, number, recording.lurd, recording.title)


def _plays(levels: Source, file: str, recordings: Sequence[Recording]) -> Iterator[Claim]:
    """Yield the n-th play as a claim about the n-th level."""
    if len(recordings) > len(levels.collection):
        plays, there_are = counted(len(recordings), "play"), counted(len(levels.collection), "level")
        raise SokobanError(f"{file}: {plays} for the {there_are} of {levels.file}")
    for index, recording in enumerate(recordings):
        yield Claim(Found(levels.file, levels.collection[index]), 1, recording.lurd, recording.title)


def claims_of_file(
    path: str,
    files: Iterable[Source],
    reading: Reading,
    refuse: Refuse = lambda _: None,
    level: int | None = None,
) -> Iterator[Claim]:
    """Yield the claims of a file of JSON Lines, of LURD text, or of a planner's plan, which is for `level`, or the
    only level; raises `SokobanError` for a file that is none of these. `refuse` is as in `claims_in`.
    """
    sources, claimed = list(files), set()
    for claim in _claims_of_file(path, sources, reading, level):
        claimed.add((claim.found.file, claim.found.entry.number))
        yield claim
    for source in sources:
        for entry in source.collection if level is None else source.collection[level - 1 : level]:
            if (source.file, entry.number) not in claimed and entry.drawn.level is None:
                refuse(Found(source.file, entry))


def _claims_of_file(path: str, sources: Sequence[Source], reading: Reading, level: int | None) -> Iterator[Claim]:
    """Yield the claims of a file.

    Rule J1: a line is a JSON object with `level`, `lurd` (null only with the claim 'unsolvable'), and perhaps `claim`
    and `file`.
    """
    data = content_of(path)
    text = data.decode("utf-8-sig", errors="replace")
    if text.lstrip().startswith("{"):
        try:
            said = [_said(number, line, sources) for number, line in enumerate(text.split("\n"), 1) if line.strip()]
        except ParseError as error:
            raise SokobanError(f"{path}: {error}") from None
        yield from _claims(one for one in said if level in (None, one.level))
        return
    if is_plan(text):
        if level is None and len(sources[0].collection) > 1:
            raise which_level(sources[0].file, "the level of the plan")
        yield _planned(path, text, sources[0], level or 1)
        return
    recordings = read_bytes(data, reading).recordings
    if not recordings:
        raise SokobanError(f"{path}: neither JSON Lines nor LURD text nor a plan")
    yield from (claim for claim in _plays(sources[0], path, recordings) if level in (None, claim.found.entry.number))


def _planned(path: str, text: str, source: Source, level: int) -> Claim:
    """Return the claim that a plan for a level solves it."""
    chosen(source, level)
    found = Found(source.file, source.collection[level - 1])
    try:
        return Claim(found, 1, lurd_of_plan(found.level, text), "plan")
    except ParseError as error:
        raise SokobanError(f"{path}: {error}") from None


class _Said(NamedTuple):
    """What a line of JSON says."""

    source: Source
    level: int
    lurd: str | None
    objective: str | None


def _said(number: int, line: str, sources: Sequence[Source]) -> _Said:
    try:
        fields = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise ParseError("J1", f"not JSON: {error}", number) from None
    if not isinstance(fields, dict):
        raise ParseError("J1", "not a JSON object", number)
    level, lurd, objective = fields.get("level"), fields.get("lurd"), fields.get("claim")
    source = _source(number, fields.get("file"), sources)
    if type(level) is not int or not 1 <= level <= len(source.collection):
        raise ParseError("J1", f"'level' must be a number from 1 to {len(source.collection)}", number)
    if objective is not None and objective not in CLAIMS:
        raise ParseError("J1", f"'claim' must be one of {', '.join(CLAIMS)}", number)
    if not isinstance(lurd, str) and not (lurd is None and objective == UNSOLVABLE):
        raise ParseError("J1", "'lurd' must be a text, or null with the claim 'unsolvable'", number)
    return _Said(source, level, lurd, objective)


def _claims(said: Iterable[_Said]) -> Iterator[Claim]:
    """Yield the claims, with the boards read when they are asked for; those about one level may be in a row."""
    counts: Counter[tuple[str, int]] = Counter()
    found: Found | None = None
    for source, level, lurd, objective in said:
        counts[source.file, level] += 1
        if found is None or (found.file, found.entry.number) != (source.file, level):
            found = Found(source.file, source.collection[level - 1])
        yield Claim(found, counts[source.file, level], lurd, "", objective)


def _source(number: int, file: object, sources: Sequence[Source]) -> Source:
    if file is None and len(sources) == 1:
        return sources[0]
    for source in sources:
        if source.file == file or (isinstance(file, str) and Path(source.file).name == file):
            return source
    wanted = "'file' must name one of the level files" if file is not None else "say which level file with 'file'"
    raise ParseError("J1", f"{wanted}: {', '.join(source.file for source in sources)}", number)
