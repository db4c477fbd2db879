"""Temporary folder for a program's run, removed whatever the program did to it.

The folder is held open, so it is found even if renamed or replaced; links are not followed. Subfolders are moved to the
top before emptying, so depth and path length do not matter.
"""

from __future__ import annotations

import os
import secrets
import stat
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from heapq import nsmallest
from itertools import count
from pathlib import Path

_PREFIX = "sokospec-"
_FOLDER = os.O_RDONLY | getattr(os, "O_DIRECTORY", 0) | getattr(os, "O_NOFOLLOW", 0)
_FILE = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)


@dataclass(frozen=True, slots=True)
class Scratch:
    """Folder in use: its original path and its descriptor."""

    path: Path
    handle: int

    def names(self, most: int) -> tuple[list[str], bool]:
        """Return the first `most` names, sorted, and whether there are more."""
        with suppress(OSError):
            os.fchmod(self.handle, 0o700)
        try:
            with os.scandir(self.handle) as entries:
                first = nsmallest(most + 1, (entry.name for entry in entries))
        except OSError:  # it was removed
            return [], False
        return first[:most], len(first) > most

    def read(self, name: str, most: int) -> bytes | None:
        """Return the first `most` bytes of a regular file, or None."""
        try:
            file = os.open(name, _FILE, dir_fd=self.handle)
        except OSError:
            return None
        if not stat.S_ISREG(os.fstat(file).st_mode):
            os.close(file)
            return None
        with os.fdopen(file, "rb") as opened:
            return opened.read(most)


@contextmanager
def scratch_folder(place: Path | None = None) -> Iterator[Scratch]:
    """Create a folder in `place` for the block and remove it afterwards, except protected files.

    >>> with scratch_folder() as scratch:
    ...     (scratch.path / "file").write_text("text")
    4
    >>> scratch.path.exists()
    False
    """
    path = Path(tempfile.mkdtemp(prefix=_PREFIX, dir=place))
    handle = os.open(path, _FOLDER)
    try:
        yield Scratch(path, handle)
    finally:
        try:
            _remove(handle, path)
        except KeyboardInterrupt:
            _remove(handle, path)
            raise
        finally:
            os.close(handle)


def _remove(handle: int, path: Path) -> None:
    _empty(handle)
    with suppress(OSError):
        os.rmdir(_path_now(handle, path))
    _remove_impostor(path)


def _path_now(handle: int, path: Path) -> str:
    try:
        return os.readlink(f"/proc/self/fd/{handle}")
    except OSError:
        return str(path)


def _remove_impostor(path: Path) -> None:
    try:
        handle = os.open(path, _FOLDER)
    except OSError:
        with suppress(OSError):
            path.unlink()
        return
    _empty(handle)
    os.close(handle)
    with suppress(OSError):
        path.rmdir()


def _empty(top: int) -> None:
    token = secrets.token_hex(8)
    names = (f".{token}-{number}" for number in count())
    _lift(top, top, names)
    with suppress(OSError):
        waiting = os.listdir(top)
        for name in waiting:  # the list grows while it is read
            _lift_from(top, name, names, waiting)


def _lift_from(top: int, name: str, names: Iterator[str], waiting: list[str]) -> None:
    with suppress(OSError):
        if stat.S_ISDIR(os.stat(name, dir_fd=top, follow_symlinks=False).st_mode):
            os.chmod(name, 0o700, dir_fd=top)
        folder = os.open(name, _FOLDER, dir_fd=top)
        try:
            waiting += _lift(top, folder, names)
        finally:
            os.close(folder)
        os.rmdir(name, dir_fd=top)


def _lift(top: int, folder: int, names: Iterator[str]) -> list[str]:
    lifted: list[str] = []
    with suppress(OSError):
        os.fchmod(folder, 0o700)
    with suppress(OSError):
        for name in os.listdir(folder):
            try:
                if not stat.S_ISDIR(os.stat(name, dir_fd=folder, follow_symlinks=False).st_mode):
                    os.unlink(name, dir_fd=folder)
                elif folder != top:
                    os.chmod(name, 0o700, dir_fd=folder)  # to move a folder, one must be allowed to write to it
                    new = next(names)
                    os.rename(name, new, src_dir_fd=folder, dst_dir_fd=top)
                    lifted.append(new)
            except OSError:
                continue
    return lifted
