"""`sokospec generate suite`: named sets of levels for measuring solvers, made from a seed."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click
from click.core import ParameterSource

from sokocheck.application.guard import GRACE, Guard, limit_words
from sokocheck.application.terminal_text import warn
from sokocheck.application.vocabulary import INTERRUPTED, Kind, entry_of
from sokocheck.suites.all_suites import SUITES, Slot, Suite
from sokocheck.suites.making import Making
from sokocheck.suites.manifest import MANIFEST, LevelCheck, Manifest, check_levels, manifest_of
from sokocli import inputs, results
from sokocli.completion import complete_names
from sokocli.options import number_option, path_option
from sokocli.results import Display, Exit, did_you_mean, emit, show_work, worst
from sokospec.errors import quantify
from sokospec.limits import LimitReached, Limits


@click.command()
@click.argument("name", required=False, metavar="NAME", shell_complete=complete_names(lambda: SUITES))
@click.option("--list", "as_list", is_flag=True, help="List the suites.")
@path_option("--out FOLDER", "Folder for the suite, new, empty or interrupted.", file=False, folder=True)
@number_option("--seed S", 0, "Seed for the levels.")
@path_option(
    "--check MANIFEST",
    "Check the digests, levels and certificates of a suite.",
    exists=True,
    folder=True,
    into="made",
)
@inputs.limit_options(None, "for each certificate of --check")
@inputs.json_option
def command(
    name: str | None,
    out: Path | None,
    seed: int,
    made: Path | None,
    limits: Limits,
    *,
    as_list: bool,
    as_json: bool,
) -> int:
    """Make the suite NAME in a folder: levels, manifest, description and certificates.

    The same name, version and seed give the same bytes on every machine: work is counted in states, not in seconds.
    After Ctrl-C the same command continues. With --check the reference checker reads each certificate.
    """
    if as_list:
        _refuse("--list", "name", "out", "seed", "made", *_LIMITS)
        for suite in SUITES.values():
            record = {"suite": suite.name, "version": suite.version, "levels": len(suite.slots)}
            text = f"{suite.name} {suite.version}, {quantify(len(suite.slots), 'level')}: {suite.summary}"
            emit({"kind": "suite", **record, "summary": suite.summary}, text, as_json=as_json)
        return Exit.YES
    if made is not None:
        _refuse("--check", "name", "out", "seed")
        return _check(manifest_of(made), limits, as_json=as_json)
    if name is None or name not in SUITES:
        wrong = f", not {name!r}{did_you_mean(name, SUITES)}" if name else "."
        raise click.UsageError(f"name a suite ({', '.join(SUITES)}){wrong}")
    if out is None:
        raise click.UsageError("name the folder for the suite with --out FOLDER.")
    _refuse("a suite that is made", *_LIMITS)
    return _make(SUITES[name], seed, out, as_json=as_json)


_LIMITS = ("time_limit", "cpu_limit", "memory_limit")


def _refuse(beside: str, *parameters: str) -> None:
    context = click.get_current_context()
    for parameter in context.command.params:
        given = context.get_parameter_source(parameter.name or "") is not ParameterSource.DEFAULT
        if given and parameter.name in parameters:
            raise click.UsageError(f"{parameter.get_error_hint(context)} has no effect with {beside}; leave it out.")


def _make(suite: Suite, seed: int, out: Path, *, as_json: bool) -> int:
    try:
        with show_work(f"suite {suite.name}", results.EVERY) as display:
            count = Making(suite, seed, out).run(lambda slot, tried: _show(display, suite.slots, slot, tried))
    except KeyboardInterrupt:
        warn(f"interrupted: the results so far are in {out}; run the same command again to continue")
        return Exit.UNKNOWN
    record = {"suite": suite.name, "version": suite.version, "seed": seed, "levels": count}
    text = f"{out / MANIFEST}: {suite.name} {suite.version}, seed {seed}, {quantify(count, 'level')}"
    emit({"kind": "made", **record, "manifest": str(out / MANIFEST)}, text, as_json=as_json)
    return Exit.YES


def _show(display: Display, slots: Sequence[Slot], slot: Slot, tried: int) -> None:
    display.show(f"level {slots.index(slot) + 1:,} of {len(slots):,}, {slot.group}: attempt {tried:,}")


def _check(manifest: Manifest, limits: Limits, *, as_json: bool) -> int:
    codes: list[int] = []
    accepted = unproved = 0
    guard = Guard(limits, GRACE)
    try:
        with guard:
            for one in check_levels(manifest, guard.left):
                guard.begin()
                codes.append(Exit.YES if one.wrong is None else Exit.NO)
                accepted += one.accepted
                unproved += len(one.unproved)
                _tell(one, as_json=as_json)
    except (LimitReached, KeyboardInterrupt) as ended:
        reason = limit_words(ended.verdict, limits) if isinstance(ended, LimitReached) else INTERRUPTED.text
        warn(f"level {len(codes) + 1}: {entry_of(Kind.SUITE, 'UNKNOWN').text}: {reason}")
        codes.append(Exit.UNKNOWN)
    warn(
        f"{manifest.name}: {quantify(len(manifest.levels), 'level')}, {quantify(accepted, 'certificate')} accepted, "
        f"{quantify(sum(code == Exit.NO for code in codes), 'level')} refuted, "
        f"{quantify(unproved, 'answer')} not proved"
    )
    return worst(codes)


def _tell(one: LevelCheck, *, as_json: bool) -> None:
    verdict = "ACCEPTED" if one.wrong is None else "REJECTED"
    record = {
        "level": one.level.number,
        "group": one.level.group,
        "certificates": one.accepted,
        "verdict": verdict,
        "reason": one.wrong,
        "unproved": list(one.unproved),
    }
    words = entry_of(Kind.SUITE, verdict).text
    unproved = f"; not proved: {', '.join(one.unproved)}" if one.unproved else ""
    reason = one.wrong or quantify(one.accepted, "certificate")
    text = f"level {one.level.number}, {one.level.group}: {words}: {reason}{unproved}"
    emit({"kind": "checked", **record}, text, as_json=as_json)
