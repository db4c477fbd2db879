"""Records of planted faults: one JSON object for each suite of mutation tests, with a line for each fault."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Protocol

RECORDS = Path(__file__).resolve().parents[2] / "docs" / "records"


class Options(Protocol):
    """A group of options to which others can be added."""

    def add_argument(self, *arguments: Any, **settings: Any) -> Any:  # as argparse has it
        """Add one."""


def fault_options(
    description: str, option: str, names: Iterable[str], what: str, record: Path
) -> tuple[ArgumentParser, Options]:
    """Return a parser with two options, of which one must be given, and their group: one fault by name, or all.

    `option` names one fault, and `what` is its help text.
    """
    parser = ArgumentParser(prog="run.py", description=description)
    group = parser.add_mutually_exclusive_group(required=True)
    group.add_argument(option, choices=names, metavar="NAME", help=what)
    group.add_argument("--write", action="store_true", help=f"all of them, into docs/records/{record.name}")
    return parser, group


def read_record(path: Path) -> dict[str, Any]:
    """Return the rows of a record by the names of faults; none if there is no such file yet."""
    rows: dict[str, Any] = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    return rows


def write_record(path: Path, rows: Mapping[str, object]) -> None:
    """Write the row of each fault on a line."""
    lines = [f"{json.dumps(name)}: {json.dumps(row)}" for name, row in rows.items()]
    path.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")
