"""`sokospec convert`: levels in another format, or for planners, and plans as LURD."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path

import click

from sokocheck.application import outputs
from sokocheck.application.guard import Guard
from sokocheck.application.input_levels import FileLevel, content_of
from sokocli import inputs
from sokocli.inputs import Limited, Request, Shelf
from sokocli.omissions import Omissions, levels_to_write
from sokocli.options import path_option, read_option
from sokocli.results import tell, worst, write
from sokospec.errors import ParseError, SokobanError
from sokospec.formats import WRITERS, Writer, lurd
from sokospec.limits import LimitReached

_PDDL, _LURD = "pddl", "lurd"


@click.command()
@inputs.files_argument
@inputs.level_option
@click.option("--to", "target", type=click.Choice([*WRITERS, _PDDL, _LURD]), required=True, help="Format to write.")
@read_option(
    "--of FILE",
    "With --to lurd: file with the level that the plans solve; --level chooses one of several.",
)
@path_option(
    "--out FOLDER",
    "With --to pddl: write domain.pddl and, for each level, level-N.pddl into this folder.",
    file=False,
    folder=True,
)
@inputs.request_options(None, json=False)
def command(request: Request, target: str, of: str | None, out: Path | None) -> int:
    """Write the levels in FILES in another format.

    Malformed boards are left out, and named on stderr. So is everything that the format cannot hold, such as titles,
    licences and solutions.

    With --to pddl the levels are written as planning problems. With --to lurd, FILES are plans that a planner found,
    and the result is their steps.
    """
    if (target == _LURD) != (of is not None):
        raise click.UsageError("--to lurd reads plans: name the file of their level with --of (and only then).")
    if out is not None and target != _PDDL:
        raise click.UsageError("--out is for --to pddl alone; other formats go to stdout.")
    if of is not None:
        return _plans(request, of)
    if target == _PDDL and len(request.files) > 1:
        raise click.UsageError("two FILES have levels of the same number: convert one file at a time to PDDL.")
    codes: list[int] = []
    writer = _pddl() if target == _PDDL else WRITERS[target]
    guard, limited = Guard(request.limits), request.limit_teller(codes)
    omissions = Omissions(target)
    levels = request.levels(codes, guard, limited)
    texts = _texts(levels_to_write(levels, writer, omissions, several=len(request.files) > 1), writer, guard, limited)
    if out is None:
        _print(texts, writer)
    else:
        _write_pddl(texts, out, request.files)
    omissions.report()
    return worst(codes)


def _plans(request: Request, of: str) -> int:
    from sokospec.planning import lurd_of_plan

    codes: list[int] = []
    guard, limited = Guard(request.limits), request.limit_teller(codes)
    several = list(islice(replace(request, files=(of,)).levels(codes, guard, limited), 2))
    if len(several) > 1:
        raise inputs.which_level(of, "the level of the plans")
    shelf = Shelf(request.files, codes)
    for found in several:
        for file in request.files:
            with shelf.try_file(file):
                try:
                    with guard:
                        text = lurd.write(lurd_of_plan(found.level, _read_text(file)))
                except ParseError as error:
                    raise SokobanError(f"{file}: {error}") from None
                except LimitReached as reached:
                    limited(found, reached.verdict)
                    break
                tell(text)
    return worst(codes)


def _read_text(file: str) -> str:
    return content_of(file).decode("utf-8-sig", errors="replace")


def _texts(
    levels: Iterable[tuple[str, FileLevel]], writer: Writer, guard: Guard, limited: Limited
) -> Iterator[tuple[str, int, str]]:
    before = ""
    for text_before, found in levels:
        before = before or text_before
        try:
            with guard:
                text = writer.entry(found.entry)
        except LimitReached as reached:
            limited(found, reached.verdict)
            continue
        yield before, found.entry.number, text
        before = ""


def _print(texts: Iterator[tuple[str, int, str]], writer: Writer) -> None:
    count = 0
    for count, (before, _, text) in enumerate(texts, start=1):
        write(before + (writer.between if count > 1 else "") + text)
    if count:
        write(writer.after())


def _pddl() -> Writer:
    from sokospec.planning import domain, problem

    return Writer(lambda entry: problem(entry.level, f"level-{entry.number}"), lambda _: domain() + "\n", "\n")


def _write_pddl(texts: Iterator[tuple[str, int, str]], path: Path, files: tuple[str, ...]) -> None:
    from sokospec.planning import domain

    read = outputs.identities(files)
    for count, (_, number, text) in enumerate(texts):
        if count == 0:
            outputs.write_text(outputs.folder(path) / "domain.pddl", domain(), read)
        outputs.write_text(path / f"level-{number}.pddl", text, read)
