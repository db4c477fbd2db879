"""`sokospec generate`: levels whose solutions are long by construction, with their measures."""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib import import_module
from typing import Any, TypeVar

import click

from sokocheck.application.terminal_text import json_text
from sokocli.completion import complete_names
from sokocli.inputs import json_option
from sokocli.results import Exit, did_you_mean, emit, tell
from sokogen.families.catalogue import FAMILIES, Family, Member

_PIECES_AT_ONCE = 4096

DRAWN = {
    "random": "random levels of a given size and difficulty; 'generate random --help' lists the options",
    "suite": "named sets of levels with certified answers; 'generate suite --list' names them",
}
"""Levels found by search, not by formula; each is a command of its own, in `sokocli.generate_NAME`."""


class _Families(click.Command):
    """Command of the families by formula; it delegates other levels to their own commands."""

    def make_context(
        self, info_name: str | None, args: list[str], parent: click.Context | None = None, **extra: Any
    ) -> click.Context:  # Any: as click has it
        for name in DRAWN:
            if args[:1] == [name] or (name in args and "--list" not in args):
                own: click.Command = import_module(f"sokocli.generate_{name}").command
                args.remove(name)
                return own.make_context(f"{info_name} {name}", args, parent, **extra)
        return super().make_context(info_name, args, parent, **extra)

    def format_usage(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        prefix = "Usage: "
        for pieces in ("[OPTIONS] FAMILY", "random [OPTIONS]", "suite [OPTIONS] NAME"):
            formatter.write_usage(ctx.command_path, pieces, prefix)
            prefix = " " * len(prefix)

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Families, with the option for their size"):
            formatter.write_dl(
                [
                    (f"{one.name} --{one.parameter} N", f"{one.summary}; {one.least} to {one.most} {one.parameter}.")
                    for one in FAMILIES.values()
                ]
            )
        with formatter.section("Other commands, which make levels by search"):
            formatter.write_dl([(f"{ctx.command_path} {name}", summary) for name, summary in DRAWN.items()])


_Command = TypeVar("_Command", bound=Callable[..., int])


def _sizes(function: _Command) -> _Command:
    for parameter in sorted({family.parameter for family in FAMILIES.values()}, reverse=True):
        names = ", ".join(family.name for family in FAMILIES.values() if family.parameter == parameter)
        described = f"Size of a level of {names}."
        function = click.option(f"--{parameter}", type=int, metavar="N", help=described)(function)
    return function


@click.command(cls=_Families)
@click.argument("family", required=False, metavar="FAMILY", shell_complete=complete_names(lambda: [*FAMILIES, *DRAWN]))
@click.option("--list", "as_list", is_flag=True, help="List the families.")
@_sizes
@click.option("--solution", is_flag=True, help="Also print a solution, piece by piece; it may be very long.")
@json_option
def command(family: str | None, *, as_list: bool, solution: bool, as_json: bool, **sizes: int | None) -> int:
    """Print a level of FAMILY in XSB, with the length of its solution.

    The option for the family's size is required. The length of the solution follows from the construction, not from a
    search.

    Example: sokospec generate rooms --rooms 3
    """
    if as_list:
        for one in FAMILIES.values():
            record = {"family": one.name, "parameter": one.parameter, "least": one.least, "most": one.most}
            text = f"{one.name} --{one.parameter} {one.least}..{one.most}: {one.summary}"
            emit(record | {"summary": one.summary}, text, as_json=as_json)
        for name, summary in DRAWN.items():
            record = {"family": name, "parameter": None, "least": None, "most": None}
            emit(record | {"summary": summary}, f"{name}: {summary}", as_json=as_json)
        return Exit.YES
    if family is None or family not in FAMILIES:
        names = ", ".join([*FAMILIES, *DRAWN])
        wrong = f", not {family!r}{did_you_mean(family, [*FAMILIES, *DRAWN])}" if family else "."
        raise click.UsageError(f"name a family ({names}){wrong}")
    chosen = FAMILIES[family]
    size = sizes.pop(chosen.parameter)
    for other, value in sizes.items():
        if value is not None:
            raise click.UsageError(
                f"{chosen.name} is measured in {chosen.parameter}; use --{chosen.parameter} instead of --{other}."
            )
    if size is None:
        raise click.UsageError(f"give the size with --{chosen.parameter} N, from {chosen.least} to {chosen.most}.")
    if not chosen.least <= size <= chosen.most:
        raise click.UsageError(f"--{chosen.parameter} is {size}; it can be {chosen.least} to {chosen.most}.")
    member = chosen.member(size)
    (_print_json if as_json else _print_text)(chosen, size, member, solution=solution)
    return Exit.YES


def _print_json(family: Family, size: int, member: Member, *, solution: bool) -> None:
    record = {
        "family": family.name,
        "parameters": {family.parameter: size},
        "moves": member.moves,
        "pushes": member.pushes,
        "optimal": list(member.proved),
        "proved": list(member.proved),
        "conjectured": list(member.conjectured),
        "known": member.known,
        "xsb": str(member.level),
    }
    text = json_text(record)
    if not solution:
        tell(text)
        return
    sys.stdout.write(text[:-1] + ', "lurd": "')
    _stream(member)
    sys.stdout.write('"}\n')


def _print_text(family: Family, size: int, member: Member, *, solution: bool) -> None:
    tell(str(member.level))
    tell(f"Title: {family.name} {size}")
    claims = {"optimal": member.proved, "conjectured to be optimal": member.conjectured}
    best = "; ".join(f"{claim} for {', '.join(objectives)}" for claim, objectives in claims.items() if objectives)
    tell(f"Comment: {member.moves} moves, {member.pushes} pushes; {best}: {member.known}")
    if solution:
        tell("Solution:")
        _stream(member)
        tell("")


def _stream(member: Member) -> None:
    """Print the solution piece by piece, in constant memory."""
    held: list[str] = []
    for piece in member.solution():
        held.append(piece)
        if len(held) == _PIECES_AT_ONCE:
            sys.stdout.write("".join(held))
            held.clear()
    sys.stdout.write("".join(held))
