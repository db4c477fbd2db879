"""Table of the file formats."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from types import MappingProxyType

from sokospec.formats import entries, mf8, slc, sok, url, xsb
from sokospec.formats.collection import Collection, Writer
from sokospec.formats.drawing import Reading


@dataclass(frozen=True, slots=True)
class Format:
    """File format: suffixes, recognition (rule F20), reader and writer.

    A text that matches `beginning` has this format; one without a board in XSB or Sok has the first that `occurs_in`
    it. `read_encoded` reads a declared encoding.
    """

    suffixes: tuple[str, ...]
    writer: Writer | None = None
    beginning: re.Pattern[str] | None = None
    occurs_in: Callable[[str], bool] | None = None
    read: Callable[[str, Reading], Collection] = entries.read
    read_encoded: Callable[[str | bytes, Reading], Collection] | None = None


DEFAULT = "sok"
"""Format of a text in which no other one is recognised; its reader also reads XSB, run lengths and LURD."""

FORMATS: MappingProxyType[str, Format] = MappingProxyType(
    {
        "xsb": Format((".xsb", ".txt"), Writer(xsb.write_entry, xsb.write_header, between="\n", holds=xsb.holds)),
        "sok": Format((".sok", ".txt"), Writer(sok.write_entry, xsb.write_header, between="\n", holds=xsb.holds)),
        "rle": Format((".txt",), Writer(sok.write_run_lengths)),
        "mf8": Format((".mf8", ".txt"), Writer(mf8.write_entry, between="\n"), occurs_in=mf8.has_header, read=mf8.read),
        "slc": Format(
            (".slc",),
            Writer(slc.write_entry, slc.write_header, after=slc.FOOT, holds=slc.holds),
            beginning=slc.BEGINNING,
            read=slc.read,
            read_encoded=slc.read,
        ),
        "url": Format((".txt",), Writer(url.write_entry), occurs_in=url.has_link, read=url.read),
        "lurd": Format((".sol", ".txt")),
    }
)
"""All formats by name, in the order in which they are recognised."""

WRITERS = {name: each.writer for name, each in FORMATS.items() if each.writer is not None}
"""Every writable format, by its name on the command line."""

SUFFIXES = frozenset(suffix for each in FORMATS.values() for suffix in each.suffixes)
"""Suffixes of level files in folders; contents, not suffixes, decide the format."""
