"""Private folder for machine code, below NUMBA_CACHE_DIR or in the user's cache."""

from __future__ import annotations

import os
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from functools import cache
from pathlib import Path

from sokosolve.private_files import DRAFT, make_private, open_lock

_SECONDS_UNUSED = 86_400
_PAUSE = 0.05
_MOST_SECONDS = 60.0
"""Longest wait for another process that compiles; compiling takes three seconds."""

CODE_SUFFIX, CHECKED_SUFFIX = ".o", ".checked"


@cache
def cache_folder() -> Path | None:
    """Return the first writable folder of this user, or None."""
    chosen = os.environ.get("NUMBA_CACHE_DIR")
    homes = [Path(chosen)] if chosen else []
    with suppress(RuntimeError):  # a user without a home
        homes.append(_user_cache())
    for home in homes:
        folder = home / "sokospec"
        try:
            make_private(folder)
            with tempfile.NamedTemporaryFile(dir=folder):
                return folder
        except OSError:
            continue
    return None


def _user_cache() -> Path:
    if sys.platform == "darwin":
        return Path("~/Library/Caches").expanduser()
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", "~/AppData/Local")).expanduser()
    return Path(os.environ.get("XDG_CACHE_HOME") or "~/.cache").expanduser()


@contextmanager
def alone(folder: Path | None) -> Iterator[None]:
    """Lock the folder so that one process compiles at a time, unless that takes long."""
    with ExitStack() as held:
        if folder is not None:
            with suppress(ImportError, OSError):  # no such locks, or a full disk
                import fcntl

                lock = held.enter_context(open_lock(folder / "lock"))
                end = time.monotonic() + _MOST_SECONDS
                while time.monotonic() < end:
                    try:
                        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                    except BlockingIOError:
                        time.sleep(_PAUSE)
                    else:
                        break
        yield


def remove_older(folder: Path, current: Iterable[Path]) -> list[str]:
    """Remove drafts and files of other versions older than a day; return the removed machine code."""
    kept, removed = set(current), []
    for file in sorted(folder.iterdir()):
        if file.suffix not in (CODE_SUFFIX, CHECKED_SUFFIX, DRAFT) or file in kept:
            continue
        with suppress(FileNotFoundError, IsADirectoryError, PermissionError):  # removed meanwhile, or not ours
            if time.time() - file.lstat().st_mtime > _SECONDS_UNUSED:
                file.unlink()
                if file.suffix == CODE_SUFFIX:
                    removed.append(file.name)
    return removed
