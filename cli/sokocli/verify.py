"""`sokospec verify`: check certificates by one of three checkers, or by all."""

from __future__ import annotations

import os
import sys
import time
import zlib
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import replace
from typing import BinaryIO, cast

import click

from sokocheck.application.folders import CERTIFICATES, certificates_in
from sokocheck.application.guard import GRACE, Guard
from sokocheck.application.input_levels import STDIN, name_errors
from sokocheck.application.terminal_text import in_a_line, warn
from sokocheck.application.vocabulary import Kind, entry_of, text_of
from sokocheck.checkers.all_checkers import ALL, BELIEVED, FAST, PROVED, REFERENCE, checker
from sokocheck.checkers.verdicts import CheckerFailed, Finding
from sokocheck.engines.all_engines import Watch
from sokocli import inputs
from sokocli.completion import complete_files
from sokocli.options import number_option, read_option
from sokocli.results import Exit, emit, show_search, tell, worst
from sokospec.board import Level
from sokospec.certificates.packed import may_begin, plain
from sokospec.certificates.text import Lines, read_level
from sokospec.errors import SokobanError, quantify
from sokospec.formats import Reading
from sokospec.limits import LimitReached, Limits, Meter

_PAUSE = 0.1
_BY = {REFERENCE: "", FAST: " by the fast checker", PROVED: " by the proved checker", ALL: " by all three checkers"}


@click.command()
@click.argument(
    "certificates",
    nargs=-1,
    required=True,
    metavar="CERTIFICATE...",
    type=click.Path(exists=True, allow_dash=True),
    callback=inputs.list_files(certificates_in),
    shell_complete=complete_files(CERTIFICATES),
)
@read_option(
    "--of FILE",
    "Also check that each certificate is about a level of this file.",
)
@number_option(
    "--level", None, "With --of: number of the level in the file, counted from 1; any level by default.", least=1
)
@click.option(
    "--fast",
    "checkers",
    flag_value=FAST,
    multiple=True,
    help="Use the fast checker, which is compiled.",
)
@click.option(
    "--proved",
    "checkers",
    flag_value=PROVED,
    multiple=True,
    help="Use the proved checker: a separate program, proved correct in Coq.",
)
@click.option("--all", "checkers", flag_value=ALL, multiple=True, help="Use all three checkers, which must agree.")
@click.option("--explain", is_flag=True, help="Also list the software that you trust when you accept the verdict.")
@inputs.limit_options(None, "for each certificate")
@inputs.json_option
def command(
    certificates: tuple[str, ...],
    of: str | None,
    level: int | None,
    checkers: tuple[str, ...],
    limits: Limits,
    *,
    explain: bool,
    as_json: bool,
) -> int:
    """Check whether each CERTIFICATE, plain or gzip-compressed, proves its claim.

    A folder stands for the files in it and its subfolders that end in .cert or .cert.gz.

    There are three checkers: reference (the default), --fast and --proved. None trusts the solver. From the level and
    the rules, each proves every fact of the certificate again, such as a bound or a dead pattern. With a small memory
    limit the reference and the fast checker read the states in several passes, which takes longer.

    NOT_COVERED (exit code 3): with --proved or --all, the certificate has a claim or fact that the proved checker does
    not know.
    """
    if level is not None and of is None:
        raise click.UsageError("--level needs --of; it is the number of a level in that file.")
    if len({*checkers}) > 1:
        raise click.UsageError("give only one of --fast, --proved and --all.")
    asked = checkers[0] if checkers else REFERENCE
    guard = Guard(limits, GRACE)
    choices = {} if of is None else _levels(of, level, guard)
    check = checker(asked, guard)
    codes: list[int] = []
    for name in certificates:
        started, told = time.monotonic(), in_a_line(name)
        guard.begin()
        interrupted = False
        try:
            with (
                show_search(f"verifying {told}", guard, "states") as watch,
                guard,
                name_errors(name),
                _open_certificate(name, watch) as stream,
            ):
                wanted = _level_of(stream, choices, name, str(of))
                finding = check(stream, wanted, replace(guard.left, report=watch.limits.report))
            codes.append(entry_of(Kind.CERTIFICATE, finding.verdict).code)
        except LimitReached as limit:
            finding = Finding("UNKNOWN", reason=str(limit.verdict))
            codes.append(Exit.UNKNOWN)
        except CheckerFailed as failure:
            finding = Finding("UNKNOWN", reason=str(failure))
            codes.append(Exit.INTERNAL)
        except SokobanError as error:
            inputs.report_malformed(error, codes)
            continue
        except KeyboardInterrupt:
            finding, interrupted = Finding("UNKNOWN", reason="interrupted"), True
            codes.append(Exit.UNKNOWN)
        emit(_record(name, finding, asked, started), _text(told, finding, asked), as_json=as_json)
        if finding.kept is not None:
            warn(f"internal error, please report it: the checkers disagree about {told}, kept as {finding.kept}")
        if interrupted:
            break
    if explain:
        (warn if as_json else tell)(f"if it accepts, one has to believe: {BELIEVED[asked]}")
    return worst(codes)


def _levels(file: str, number: int | None, guard: Guard) -> Mapping[int, Level]:
    with guard:
        [source] = inputs.read_sources((file,), Reading(), guard, [])
        entries = [source.collection[each - 1] for each in inputs.choose_numbers(source, number)]
        boards = entries if len(entries) == 1 else [entry for entry in entries if entry.drawn.level is not None]
        return {entry.number: entry.level for entry in boards or entries[:1]}


def _level_of(stream: BinaryIO, choices: Mapping[int, Level], name: str, of: str) -> Level | None:
    """Return the level that a certificate must be about: of several, the one in its text, which is noted.

    Return the first choice if the text names no choice or cannot be read; the checker then rejects the certificate.
    """
    if len(choices) > 1:
        about = None
        with suppress(SokobanError, EOFError, zlib.error):
            lines = Lines(plain(stream))
            lines.next(), lines.next()
            about = read_level(lines)
        number = next((number for number, level in choices.items() if level == about), None)
        which = f"none of the {len(choices)} levels" if number is None else f"level {number}"
        warn(f"{in_a_line(name)}: about {which} of {in_a_line(of)}")
        if number is not None:
            return choices[number]
    return next(iter(choices.values()), None)


@contextmanager
def _open_certificate(name: str, watch: Watch) -> Iterator[BinaryIO]:
    """Open a certificate, to be read repeatedly; stdin and pipes are copied first. Raises `LimitReached`."""
    with ExitStack() as held:
        with Guard.without_grace():
            file = sys.stdin.buffer if name == STDIN else held.enter_context(open(name, "rb"))
        if name != STDIN and file.seekable():
            yield file
            return
        from tempfile import TemporaryFile  # files need no copy

        with TemporaryFile() as copy:
            size = 0
            for piece in _pieces(file.fileno(), watch.limits):
                copy.write(piece)
                size += len(piece)
                watch.show(f"reading {name}: {size / 2**20:,.0f} MiB")
                if size == len(piece) and not may_begin(piece):
                    break  # the checker says why at its first line; the rest may have no end
            copy.seek(0)
            yield cast(BinaryIO, copy)


def _pieces(file: int, limits: Limits) -> Iterator[bytes]:
    """Yield an open file's bytes as they arrive; raises `LimitReached`, also while nothing arrives."""
    import select

    meter = Meter(limits)
    while True:
        meter.expand(0)
        if os.name == "posix" and not select.select([file], [], [], _PAUSE)[0]:
            continue
        piece = os.read(file, 1 << 20)
        if not piece:
            return
        yield piece


def _record(name: str, finding: Finding, asked: str, started: float) -> dict[str, object]:
    return {
        "file": name,
        "verdict": finding.verdict,
        "claim": finding.claim,
        "line": finding.line,
        "reason": finding.reason,
        "kind": finding.kind,
        "facts": finding.facts,
        "states": finding.states,
        "checker": asked,
        "checkers": finding.checkers,
        "seconds": round(time.monotonic() - started, 6),
    }


def _text(name: str, finding: Finding, asked: str) -> str:
    verdict = f"{name}: {entry_of(Kind.CERTIFICATE, finding.verdict).text}{_BY[asked]}"
    if finding.verdict == "ACCEPTED":
        counts = quantify(finding.facts or 0, "fact"), quantify(finding.states or 0, "state")
        return f"{verdict}: {', '.join([finding.claim or '', *counts])}"
    where = "" if finding.line is None else f"line {finding.line}: "
    return f"{verdict}: {where}{text_of(finding.reason or '')}"
