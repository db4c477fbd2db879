"""Escaping of untrusted text (titles, file names, messages) against terminal control sequences."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable
from functools import cache

_CONTROLS = (
    "\x00-\x08\x0b-\x1f\x7f-\x9f"  # all of C0 but tab and line feed, delete, C1
    "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"  # they turn the direction of what follows
    "\u2028\u2029\ufeff"  # line separators, the byte order mark
    "\ud800-\udfff"  # halves of characters: bytes of a file's name that are no UTF-8
)


def escape_controls(text: str) -> str:
    r"""Escape control characters in a text, except tabs and line ends.

    >>> print(escape_controls("red \x1b[31m, turned \u202e, no UTF-8 \udcff"))
    red \x1b[31m, turned \u202e, no UTF-8 \xff
    """
    return _sub_controls(_escape, text)


def in_a_line(text: str) -> str:
    r"""Escape control characters, tabs and line ends.

    >>> print(in_a_line("a\nb.xsb"))
    a\x0ab.xsb
    """
    return escape_controls(text).replace("\t", "\\x09").replace("\n", "\\x0a")


def json_text(value: object, *, ascii_only: bool = False) -> str:
    r"""Return a value as one line of JSON with control characters escaped.

    A file name's byte that is not UTF-8 becomes `\udcXX`; `os.fsencode` restores it.

    >>> print(json_text({"file": "a\udcff\x9b.xsb", "title": "é"}))
    {"file": "a\udcff\u009b.xsb", "title": "é"}
    """
    text = json.dumps(value, ensure_ascii=ascii_only)
    return _sub_controls(lambda match: f"\\u{ord(match[0]):04x}", text)


def warn(message: str) -> None:
    """Print a diagnostic on stderr."""
    print(escape_controls(message), file=sys.stderr, flush=True)


def _sub_controls(escape: Callable[[re.Match[str]], str], text: str) -> str:
    if text.replace("\n", "").isprintable():
        return text
    return _control().sub(escape, text)


@cache
def _control() -> re.Pattern[str]:
    return re.compile(f"[{_CONTROLS}]")  # takes a millisecond; printable texts start faster without


def _escape(match: re.Match[str]) -> str:
    code = ord(match[0])
    if 0xDC80 <= code <= 0xDCFF:
        return f"\\x{code - 0xDC00:02x}"  # the byte itself
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}"
