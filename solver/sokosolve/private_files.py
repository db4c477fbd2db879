"""Bounded reading and atomic writing of files, safe against links, devices and pipes."""

from __future__ import annotations

import os
import stat
import tempfile
from contextlib import suppress
from io import FileIO
from pathlib import Path
from typing import BinaryIO

DRAFT = ".draft"
"""Suffix of a file being written."""

_WRITABLE_BY_OTHERS = stat.S_IWGRP | stat.S_IWOTH
_SPECIAL = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)
_NO_LINK = getattr(os, "O_NOFOLLOW", 0)


def read_bounded(path: Path, most: int, *, private: bool = False) -> bytes:
    """Return the content of a regular file of at most `most` bytes; raises `OSError`.

    A private file is not a link, and only this user can write it.
    """
    descriptor = os.open(path, os.O_RDONLY | _SPECIAL | (_NO_LINK if private else 0))
    with open(descriptor, "rb") as file:
        state = os.fstat(descriptor)
        if not stat.S_ISREG(state.st_mode):
            raise OSError("it is not a regular file")
        if state.st_size > most:
            raise OSError(f"it has more than {most:,} bytes")
        if private and not _is_private(state):
            raise OSError("others can write it")
        return file.read(most)


def open_lock(path: Path) -> BinaryIO:
    """Open or create an empty lock file; raises `OSError` if anything else is in its place."""
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT | _SPECIAL | _NO_LINK, 0o600)
    file = FileIO(descriptor, "r+")
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        file.close()
        raise OSError(f"{path} is not a regular file")
    return file


def _is_private(state: os.stat_result) -> bool:
    """Tell whether only this user (and root) can write a file; True where files have no owners."""
    if not hasattr(os, "geteuid"):
        return True
    return state.st_uid == os.geteuid() and not state.st_mode & _WRITABLE_BY_OTHERS


def make_private(folder: Path) -> None:
    """Create a folder for this user alone, or take others' write permission; raises `OSError`."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    with suppress(FileExistsError):
        folder.mkdir(mode=0o700)
    if hasattr(os, "geteuid") and {folder.lstat().st_uid, folder.stat().st_uid} != {os.geteuid()}:
        raise PermissionError(f"{folder} belongs to another user")
    if not _is_private(folder.stat()):
        folder.chmod(0o700)


def write_private(path: Path, content: bytes) -> None:
    """Write a file that only this user can read, atomically."""
    descriptor, draft = tempfile.mkstemp(dir=path.parent, prefix=f"{path.stem}-", suffix=DRAFT)
    try:
        with open(descriptor, "wb") as file:
            file.write(content)
        os.replace(draft, path)
    finally:
        with suppress(FileNotFoundError):
            os.unlink(draft)
