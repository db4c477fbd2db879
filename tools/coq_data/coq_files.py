"""Lists in the syntax of Coq, and the command line of the programs that write data for the proofs."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

ROCQ = Path(__file__).resolve().parents[2] / "proofs" / "rocq"


def list_in_coq(items: Iterable[str]) -> str:
    """Return a list in Coq, in one line."""
    return f"[{'; '.join(items)}]"


def wrapped_list(items: Iterable[str]) -> str:
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


def pair_in_coq(pair: tuple[int, int]) -> str:
    """Return a pair of numbers, such as row and column of a square."""
    first, second = pair
    return f"({first}, {second})"


def rows_in_coq(name: str, drawing: Iterable[str], function: str = "") -> str:
    """Return the definition of a drawing as a list of rows, to which a function may be applied."""
    rows = ";\n".join(f'  "{row}"' for row in drawing)
    return f"Definition {name} := {function}[\n{rows}]."


def write_or_compare(texts: Mapping[Path, str], description: str | None) -> int:
    """Write the files, or with `--check` compare them; return the exit code."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="only say whether the files are up to date")
    if not parser.parse_args().check:
        for file, text in texts.items():
            file.write_text(text, encoding="utf-8")
    elif old := [file.name for file, text in texts.items() if file.read_text(encoding="utf-8") != text]:
        print(f"{' and '.join(old)} not up to date: run this without --check", file=sys.stderr)
        return 1
    return 0
