"""Reference checker with Python alone: `python -m sokospec.certificates FILE`; output as of `sokospec verify`."""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Sequence
from contextlib import contextmanager
from tempfile import TemporaryFile
from typing import TYPE_CHECKING, BinaryIO, cast

from sokospec.certificates.packed import may_begin
from sokospec.certificates.verify import Verification, verify
from sokospec.errors import quantify

if TYPE_CHECKING:
    from collections.abc import Iterator

_ACCEPTED, _REJECTED, _USAGE, _UNKNOWN, _INTERNAL = 0, 1, 2, 3, 5
"""Exit codes."""

_STDIN = "-"


def main(arguments: Sequence[str] | None = None, program: str = "python -m sokospec.certificates") -> int:
    """Check the given certificates, print a line for each, and return the exit code."""
    parser = argparse.ArgumentParser(prog=program, description="Check certificates with the reference checker.")
    parser.add_argument("certificates", nargs="+", metavar="CERTIFICATE", help="plain, or packed by gzip; - is stdin")
    parser.add_argument("--json", action="store_true", dest="as_json", help="print JSON Lines")
    chosen = parser.parse_args(arguments)
    codes = []
    for name in chosen.certificates:
        started = time.monotonic()
        try:
            with _open(name) as stream:
                outcome = verify(stream)
        except KeyboardInterrupt:
            _emit(name, "UNKNOWN", None, "interrupted", started, as_json=chosen.as_json)
            codes.append(_UNKNOWN)
            break
        except OSError as error:
            print(f"error: {_printable(name)}: {error.strerror or error}", file=sys.stderr)
            codes.append(_USAGE if isinstance(error, (FileNotFoundError, IsADirectoryError)) else _INTERNAL)
            continue
        verdict = "ACCEPTED" if outcome.accepted else "REJECTED"
        _emit(name, verdict, outcome, outcome.reason, started, as_json=chosen.as_json)
        codes.append(_ACCEPTED if outcome.accepted else _REJECTED)
    return max(codes, key=(_ACCEPTED, _UNKNOWN, _REJECTED, _USAGE, _INTERNAL).index)


@contextmanager
def _open(name: str) -> Iterator[BinaryIO]:
    with sys.stdin.buffer if name == _STDIN else open(name, "rb") as file:
        if name != _STDIN and file.seekable():
            yield cast(BinaryIO, file)
            return
        with TemporaryFile() as copy:
            piece = file.read(1 << 16)
            copy.write(piece)
            if may_begin(piece):  # otherwise the rest may have no end
                while piece := file.read(1 << 20):
                    copy.write(piece)
            copy.seek(0)
            yield cast(BinaryIO, copy)


def _emit(
    name: str, verdict: str, outcome: Verification | None, reason: str | None, started: float, *, as_json: bool
) -> None:
    if as_json:
        record = {
            "file": name,
            "verdict": verdict,
            "claim": outcome and outcome.claim,
            "line": outcome and outcome.line,
            "reason": reason,
            "kind": None,
            "facts": outcome and outcome.facts,
            "states": outcome and outcome.states,
            "checker": "reference",
            "checkers": None,
            "seconds": round(time.monotonic() - started, 6),
        }
        print(json.dumps(record), flush=True)
    elif outcome is None:
        print(_printable(f"{name}: undecided: {reason}"), flush=True)
    elif outcome.accepted:
        figures = f"{quantify(outcome.facts, 'fact')}, {quantify(outcome.states, 'state')}"
        print(_printable(f"{name}: certificate accepted: {outcome.claim}, {figures}"), flush=True)
    else:
        print(_printable(f"{name}: certificate rejected: line {outcome.line}: {reason}"), flush=True)


def _printable(text: str) -> str:
    r"""Escape characters that could control a terminal.

    >>> print(_printable("red \x1b[31m"))
    red \x1b[31m
    """
    return "".join(one if one.isprintable() else one.encode("unicode_escape").decode("ascii") for one in text)


if __name__ == "__main__":
    sys.exit(main())
