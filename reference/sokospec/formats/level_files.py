"""Level files in a folder, in an order that is the same on every machine."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from sokospec.formats.all_formats import SUFFIXES

SOLUTIONS = ".sol"
"""The end of the name of a file that holds solutions alone, those of the level file beside it."""


def level_files(folder: Path, *, solutions: bool = False) -> list[Path]:
    """Return the level files in a folder and below, sorted; nothing is read. Raises `OSError`.

    Level files are regular files with one of the `SUFFIXES`; `.sol` files count only with `solutions`, after their
    level file. Hidden files and linked folders are skipped.
    """
    paths = [path for path in visible_files(folder) if path.suffix.lower() in SUFFIXES]
    levels = {path.with_suffix("") for path in paths if not _holds_solutions(path)}
    wanted = [path for path in paths if not _holds_solutions(path) or (solutions and path.with_suffix("") in levels)]
    return sorted(wanted, key=lambda path: (path.parent.parts, path.stem, _holds_solutions(path), path.name))


def visible_files(folder: Path) -> Iterator[Path]:
    """Yield the regular files in a folder and below, without hidden files and linked folders. Raises `OSError`."""
    waiting = [os.fspath(folder)]
    while waiting:
        with os.scandir(waiting.pop()) as entries:
            visible = [entry for entry in entries if not entry.name.startswith(".")]
        waiting += [entry.path for entry in visible if entry.is_dir(follow_symlinks=False)]
        yield from (Path(entry.path) for entry in visible if _is_regular(entry))


def _holds_solutions(path: Path) -> bool:
    return path.suffix.lower() == SOLUTIONS


def _is_regular(entry: os.DirEntry[str]) -> bool:
    """Say whether an entry is a regular file; opening a pipe would block."""
    try:
        return entry.is_file()
    except OSError:  # a link in a circle
        return False
