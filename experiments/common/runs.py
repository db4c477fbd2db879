"""The record of an experiment that is one run: its parameters, what is to be known about the run, and its rows."""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Any

from benchmark import commit_now, this_run
from sokocheck.application.outputs import write_text
from sokospec.errors import SokobanError

SCHEMA = 1


def add_out(parser: argparse.ArgumentParser) -> None:
    """Add the option that says where the record goes."""
    parser.add_argument("--out", type=Path, metavar="FILE", help="where to write the record, as JSON")


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options that say where record and plot go, or whence the record comes."""
    add_out(parser)
    parser.add_argument("--plot", type=Path, metavar="FILE", help="where to draw the plot, as SVG or PNG")
    parser.add_argument("--record", type=Path, metavar="FILE", help="measure nothing; table and plot of this record")


def save(
    path: Path, name: str, given: Sequence[str], parameters: Mapping[str, object], rows: Sequence[Any], started: float
) -> None:  # Any: rows are of the experiment's own dataclass
    """Write a record, a row to a line; the file holds the old one or the new one. `started` is a monotonic time."""
    head = {
        "schema": SCHEMA,
        "experiment": name,
        "parameters": parameters,
        "run": asdict(this_run(given, commit_now())),
        "seconds": round(time.monotonic() - started, 1),
    }
    lines = ",\n".join(f"  {json.dumps(asdict(row))}" for row in rows)
    write_text(path, json.dumps(head, indent=1).removesuffix("\n}") + f',\n "rows": [\n{lines}\n ]\n}}\n')


def load(path: Path, name: str) -> dict[str, Any]:  # Any: the parameters are of several types
    """Return a record; raises `SokobanError` for a file that is none of this experiment."""
    try:
        found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        if (found["schema"], found["experiment"]) != (SCHEMA, name):
            raise ValueError(f"it is of {found['experiment']!r}, schema {found['schema']}")
    except (ValueError, LookupError, TypeError) as error:
        raise SokobanError(f"{path}: no record of {name!r} that this version reads: {error!r}") from None
    return found


def recorded(parser: argparse.ArgumentParser, path: Path, name: str) -> dict[str, Any]:
    """Return a record as `load` does; a file that is none is an error of the command line."""
    try:
        return load(path, name)
    except (SokobanError, OSError) as error:
        parser.error(str(error))


@contextmanager
def until_interrupted() -> Iterator[None]:
    """Let Ctrl-C end the block, and say so; what is measured by then counts."""
    try:
        yield
    except KeyboardInterrupt:
        told("interrupted: what is measured so far is shown")


def told(line: str) -> None:
    """Print what is done, on stderr."""
    print(line, file=sys.stderr, flush=True)
