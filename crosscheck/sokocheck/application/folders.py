"""Expansion of folders into level files, in the same order on every machine."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from pathlib import Path

from sokocheck.application.input_levels import STDIN
from sokocheck.application.terminal_text import in_a_line
from sokocheck.application.wrong_use import WrongUse
from sokospec.formats import SUFFIXES
from sokospec.formats.level_files import SOLUTIONS, level_files, visible_files

CERTIFICATES = (".cert", ".cert.gz")


class Files(tuple[str, ...]):
    """File names in reading order; `found` holds those that come from folders."""

    found: frozenset[str] = frozenset()


def expand_folders(names: Iterable[str], *, solutions: bool = False) -> Files:
    """Return the names with each folder replaced by its level files, recursively; nothing is read.

    Level files are those of `level_files`. Raises a usage error for a folder without level files.
    """
    ends = ", ".join(sorted(SUFFIXES - {SOLUTIONS}))
    what = f"level files in this folder; their names end in {ends}"
    return _expand(names, lambda folder: level_files(folder, solutions=solutions), what)


def with_solutions_beside(names: Files | tuple[str, ...]) -> Files:
    """Return the names, each followed by its `.sol` file if that exists."""
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
    """Return the names, each folder replaced by its `.cert` and `.cert.gz` files, recursively."""
    what = f"certificates in this folder; their names end in {' or '.join(CERTIFICATES)}"
    return _expand(
        names, lambda folder: sorted(p for p in visible_files(folder) if p.name.endswith(CERTIFICATES)), what
    )


def _expand(names: Iterable[str], files_of: Callable[[Path], list[Path]], what: str) -> Files:
    given = list(names)
    found: dict[str, None] = {}
    all_names: list[str] = []
    for name in given:
        if name == STDIN or not os.path.isdir(name):
            all_names.append(name)
            continue
        try:
            files = [str(path) for path in files_of(Path(name))]
        except OSError as error:
            where = in_a_line(str(error.filename))
            raise WrongUse(f"{where}: this folder cannot be read: {error.strerror}.") from None
        if not files:
            raise WrongUse(f"{name}: there are no {what}.")
        new = [file for file in files if file not in found and file not in given]
        found.update(dict.fromkeys(new))
        all_names += new
    result = Files(all_names)
    result.found = frozenset(found)
    return result
