"""Command-line options of the programs that try all planted faults, and the pages with their lists."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Protocol


class Options(Protocol):
    """A group of options to which others can be added."""

    def add_argument(self, *arguments: Any, **settings: Any) -> Any:  # as argparse has it
        """Add one."""


def list_options(
    description: str, option: str, names: Iterable[str], what: str, page: Path
) -> tuple[ArgumentParser, Options]:
    """Return a parser that asks for one fault, for all as a list, or for the list on its page; and the group of these.

    `option` names one fault, `what` says what is told of it.
    """
    parser = ArgumentParser(prog="run.py", description=description)
    group = parser.add_mutually_exclusive_group(required=True)
    group.add_argument(option, choices=names, metavar="NAME", help=what)
    group.add_argument("--table", action="store_true", help="all of them, as a list in Markdown")
    group.add_argument("--write", action="store_true", help=f"the same, into docs/records/{page.name}")
    return parser, group


def show(options: Namespace, page: Path, mark: str, table: str, one: str) -> None:
    """Print the list, or put it into its page behind a mark; print `one` where one fault was asked for."""
    if options.write:
        head, _, _ = page.read_text(encoding="utf-8").partition(mark)
        page.write_text(f"{head}{mark}{table}\n", encoding="utf-8")
    else:
        print(table if options.table else one)
