"""Folders in the place of level files: which files of them are meant, in an order that every machine agrees on."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path

from sokocheck.found import STDIN
from sokocheck.wrong_use import WrongUse
from sokospec.formats import SUFFIXES

SOLUTIONS = ".sol"
"""The end of the name of a file that holds solutions alone, those of the level file beside it."""


class Files(tuple[str, ...]):
    """The names of files to read, in this order; those in `found` nobody named: a folder held them."""

    found: frozenset[str] = frozenset()


def expanded(names: Iterable[str], *, solutions: bool = False) -> Files:
    """Return names with each folder replaced by the level files in it and below, without reading any of them.

    Level files are the regular files that end in one of `SUFFIXES`; those that end in `.sol` count only if `solutions`
    are wanted, and come after the level file of the same name. Hidden files and folders are passed over, and links to
    folders, which could lead in a circle. A file of a folder is named once. Raises a usage error for a folder without
    level files, and `OSError`.
    """
    given = list(names)
    found: dict[str, None] = {}
    all_names: list[str] = []
    for name in given:
        if name == STDIN or not os.path.isdir(name):
            all_names.append(name)
            continue
        files = [str(path) for path in _level_files(Path(name), solutions=solutions)]
        if not files:
            ends = ", ".join(sorted(SUFFIXES - {SOLUTIONS}))
            raise WrongUse(f"{name}: there are no level files in this folder; their names end in {ends}.")
        new = [file for file in files if file not in found and file not in given]
        found.update(dict.fromkeys(new))
        all_names += new
    result = Files(all_names)
    result.found = frozenset(found)
    return result


def _level_files(folder: Path, *, solutions: bool) -> list[Path]:
    """Return the level files below a folder: those of a folder come before those of its subfolders, each by name."""
    paths = [path for path in _visible(folder) if path.suffix.lower() in SUFFIXES]
    levels = {path.with_suffix("") for path in paths if not _holds_solutions(path)}
    wanted = [path for path in paths if not _holds_solutions(path) or (solutions and path.with_suffix("") in levels)]
    return sorted(wanted, key=lambda path: (path.parent.parts, path.stem, _holds_solutions(path), path.name))


def _holds_solutions(path: Path) -> bool:
    return path.suffix.lower() == SOLUTIONS


def _visible(folder: Path) -> Iterator[Path]:
    """Yield the regular files below a folder; raises `OSError` for a folder that may not be read."""

    def refuse(error: OSError) -> None:
        raise error

    for inside, folders, files in os.walk(folder, onerror=refuse):
        folders[:] = [name for name in folders if not name.startswith(".")]
        for name in files:
            path = Path(inside, name)
            if not name.startswith(".") and path.is_file():  # a pipe would be waited for
                yield path
