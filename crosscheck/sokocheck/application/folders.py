"""Expansion of folders into level files, in an order that is the same on every machine."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from sokocheck.application.input_levels import STDIN
from sokocheck.application.terminal_text import in_a_line
from sokocheck.application.wrong_use import WrongUse
from sokospec.formats import SUFFIXES

_SOLUTIONS = ".sol"
"""The end of the name of a file that holds solutions alone, those of the level file beside it."""

CERTIFICATES = (".cert", ".cert.gz")


class Files(tuple[str, ...]):
    """File names in reading order; `found` holds those that come from folders."""

    found: frozenset[str] = frozenset()


def expand_folders(names: Iterable[str], *, solutions: bool = False) -> Files:
    """Return the names with each folder replaced by its level files, recursively; nothing is read.

    Level files are regular files with one of the `SUFFIXES`; `.sol` files count only with `solutions`, after their
    level file. Hidden files and linked folders are skipped. Raises a usage error for a folder without level files.
    """
    ends = ", ".join(sorted(SUFFIXES - {_SOLUTIONS}))
    what = f"level files in this folder; their names end in {ends}"
    return _expand(names, lambda folder: _level_files(folder, solutions=solutions), what)


def with_solutions_beside(names: Files | tuple[str, ...]) -> Files:
    """Return the names with each file's `.sol` file, if it exists, inserted after it."""
    all_names: list[str] = []
    added: list[str] = []
    for name in names:
        all_names.append(name)
        beside = str(Path(name).with_suffix(_SOLUTIONS)) if name != STDIN and os.path.isfile(name) else name
        if beside not in names and beside not in added and os.path.isfile(beside):
            all_names.append(beside)
            added.append(beside)
    result = Files(all_names)
    result.found = frozenset({*(names.found if isinstance(names, Files) else ()), *added})
    return result


def certificates_in(names: Iterable[str]) -> Files:
    """Return the names with each folder replaced by its `.cert` and `.cert.gz` files, recursively."""
    what = f"certificates in this folder; their names end in {' or '.join(CERTIFICATES)}"
    return _expand(names, lambda folder: sorted(p for p in _visible(folder) if p.name.endswith(CERTIFICATES)), what)


def _expand(names: Iterable[str], files_of: Callable[[Path], list[Path]], what: str) -> Files:
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
    paths = [path for path in _visible(folder) if path.suffix.lower() in SUFFIXES]
    levels = {path.with_suffix("") for path in paths if not _holds_solutions(path)}
    wanted = [path for path in paths if not _holds_solutions(path) or (solutions and path.with_suffix("") in levels)]
    return sorted(wanted, key=lambda path: (path.parent.parts, path.stem, _holds_solutions(path), path.name))


def _holds_solutions(path: Path) -> bool:
    return path.suffix.lower() == _SOLUTIONS


def _visible(folder: Path) -> Iterator[Path]:
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
    """Say whether an entry is a regular file; opening a pipe would block."""
    try:
        return entry.is_file()
    except OSError:  # a link in a circle
        return False
