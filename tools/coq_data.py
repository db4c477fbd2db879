"""What the files of data for the proofs in Coq share: lists in lines, and a command that writes or compares."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path


def wrapped(items: Iterable[str]) -> str:
    """Return a list in Coq, in lines of at most 110 characters or one item."""
    return "\n".join(_lines(items))


def _lines(items: Iterable[str]) -> Iterator[str]:
    line = "  ["
    for number, item in enumerate(items):
        separator = "; " if number else ""
        if len(line) + len(separator) + len(item) > 110:
            yield f"{line};"
            line, separator = "   ", ""
        line += separator + item
    yield f"{line}]"


def write_or_compare(file: Path, data: Callable[[], str], description: str | None) -> int:
    """Write the file, or with `--check` compare it; return the exit code."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="only say whether the file is up to date")
    if not parser.parse_args().check:
        file.write_text(data(), encoding="utf-8")
    elif file.read_text(encoding="utf-8") != data():
        print(f"{file.name} is not up to date: run this without --check", file=sys.stderr)
        return 1
    return 0
