"""Folders in the place of level files: which files of them are meant, in an order that every machine agrees on."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from sokocheck.application.input_levels import STDIN
from sokocheck.application.terminal_text import in_a_line
from sokocheck.application.wrong_use import WrongUse
from sokospec.formats import SUFFIXES

SOLUTIONS = ".sol"
"""The end of the name of a file that holds solutions alone, those of the level file beside it."""

CERTIFICATES = (".cert", ".cert.gz")


class Files(tuple[str, ...]):
    """The names of files to read, in this order; those in `found` nobody named: a folder held them."""

    found: frozenset[str] = frozenset()


def expanded(names: Iterable[str], *, solutions: bool = False) -> Files:
    """Return names with each folder replaced by the level files in it and below, without reading any of them.

    Level files are the regular files that end in one of `SUFFIXES`; those that end in `.sol` count only if `solutions`
    are wanted, and come after the level file of the same name. Hidden files and folders are passed over, and links to
    folders, which could lead in a circle. A file of a folder is named once. Raises a usage error for a folder without
    level files, or for one that cannot be read.
    """
    ends = ", ".join(sorted(SUFFIXES - {SOLUTIONS}))
    what = f"level files in this folder; their names end in {ends}"
    return _expanded(names, lambda folder: _level_files(folder, solutions=solutions), what)


def with_solutions_beside(names: Files | tuple[str, ...]) -> Files:
    """Return names of files with that of each regular file's solutions after it: the `.sol` of the same name.

    Those that are added count as found.
    """
    all_names: list[str] = []
    added: list[str] = []
    for name in names:
        all_names.append(name)
        beside = str(Path(name).with_suffix(SOLUTIONS)) if name != STDIN and os.path.isfile(name) else name
        if beside not in names and beside not in added and os.path.isfile(beside):
            all_names.append(beside)
            added.append(beside)
    result = Files(all_names)
    result.found = frozenset({*(names.found if isinstance(names, Files) else ()), *added})
    return result


def certificates_in(names: Iterable[str]) -> Files:
    """Return names with each folder replaced by the certificates in it and below, those that end in `.cert[.gz]`."""
    what = f"certificates in this folder; their names end in {' or '.join(CERTIFICATES)}"
    return _expanded(names, lambda folder: sorted(p for p in _visible(folder) if p.name.endswith(CERTIFICATES)), what)


def _expanded(names: Iterable[str], files_of: Callable[[Path], list[Path]], what: str) -> Files:
    given = list(names)
    found: dict[str, None] = {}
    all_names: list[str] = []
    for name in given:
        if name == STDIN or not os.path.isdir(name):
            all_names.append(name)
            continue
        files = [str(path) for path in files_of(Path(name))]
        if not files:
            raise WrongUse(f"{name}: there are no {what}.")
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
    """Yield the regular files below a folder, however deep; raises a usage error for a folder that cannot be read."""
    waiting = [os.fspath(folder)]
    while waiting:
        inside = waiting.pop()
        try:
            with os.scandir(inside) as entries:
                visible = [entry for entry in entries if not entry.name.startswith(".")]
        except OSError as error:
            raise WrongUse(f"{in_a_line(inside)}: this folder cannot be read: {error.strerror}.") from None
        waiting += [entry.path for entry in visible if entry.is_dir(follow_symlinks=False)]
        yield from (Path(entry.path) for entry in visible if _is_regular(entry))


def _is_regular(entry: os.DirEntry[str]) -> bool:
    """Say whether there is a regular file, perhaps behind a link; a pipe would be waited for."""
    try:
        return entry.is_file()
    except OSError:  # a link in a circle
        return False
