"""Table of the file formats."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from types import MappingProxyType
from typing import Any

from sokospec.formats import entries, xsb
from sokospec.formats.collection import Collection, Writer
from sokospec.formats.drawing import Reading


def _later(name: str) -> Callable[..., Any]:
    """Return a function whose module is imported at the first call: most texts are XSB or Sok."""

    def call(*arguments: object) -> Any:
        module, _, function = name.rpartition(".")
        return getattr(import_module(module), function)(*arguments)

    return call


@dataclass(frozen=True, slots=True)
class Format:
    """File format: suffixes, recognition (rule F20), reader and writer.

    A text has this format if it `begins` like it; one without a board in XSB or Sok has the first that `occurs_in` it.
    Neither function is asked about a text without `mark`. `read_encoded` reads a declared encoding.
    """

    suffixes: tuple[str, ...]
    writer: Writer | None = None
    mark: str = ""
    begins: Callable[[str], bool] | None = None
    occurs_in: Callable[[str], bool] | None = None
    read: Callable[[str, Reading], Collection] = entries.read
    read_encoded: Callable[[str | bytes, Reading], Collection] | None = None


DEFAULT = "sok"
"""Format of a text in which no other one is recognised; its reader also reads XSB, run lengths and LURD."""

_XSB = Writer(xsb.write_entry, xsb.write_header, between="\n", holds=lambda _: True)

FORMATS: MappingProxyType[str, Format] = MappingProxyType(
    {
        "xsb": Format((".xsb", ".txt"), _XSB),
        "sok": Format((".sok", ".txt"), _XSB),
        "rle": Format((".txt",), Writer(xsb.write_run_lengths)),
        "mf8": Format(
            (".mf8", ".txt"),
            Writer(_later("sokospec.formats.mf8.write_entry"), between="\n"),
            mark="[",
            occurs_in=_later("sokospec.formats.mf8.has_header"),
            read=_later("sokospec.formats.mf8.read"),
        ),
        "slc": Format(
            (".slc",),
            Writer(
                _later("sokospec.formats.slc.write_entry"),
                _later("sokospec.formats.slc.write_header"),
                after=_later("sokospec.formats.slc.write_foot"),
                holds=_later("sokospec.formats.slc.holds"),
            ),
            mark="<",
            begins=_later("sokospec.formats.slc.begins"),
            read=_later("sokospec.formats.slc.read"),
            read_encoded=_later("sokospec.formats.slc.read"),
        ),
        "url": Format(
            (".txt",),
            Writer(_later("sokospec.formats.url.write_entry")),
            mark="lvl=",
            occurs_in=_later("sokospec.formats.url.has_link"),
            read=_later("sokospec.formats.url.read"),
        ),
        "lurd": Format((".sol", ".txt")),
    }
)
"""All formats by name, in the order in which they are recognised."""

WRITERS = {name: each.writer for name, each in FORMATS.items() if each.writer is not None}
"""Every writable format, by its name on the command line."""

SUFFIXES = frozenset(suffix for each in FORMATS.values() for suffix in each.suffixes)
"""Suffixes of level files in folders; contents, not suffixes, decide the format."""
