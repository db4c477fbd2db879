"""The folder for machine code: below NUMBA_CACHE_DIR, or in the user's cache, or else for this process alone."""

from __future__ import annotations

import os
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from functools import cache
from pathlib import Path

SECONDS_UNUSED = 86_400
PAUSE = 0.05


@cache
def cache_folder() -> Path:
    """Return the folder; where neither of the first two can be written to, a temporary one, which goes at the end."""
    chosen = os.environ.get("NUMBA_CACHE_DIR")
    homes = [Path(chosen)] if chosen else []
    with suppress(RuntimeError):  # a user without a home
        homes.append(_user_cache())
    for home in homes:
        folder = home / "sokospec"
        try:
            folder.mkdir(parents=True, exist_ok=True)
            probe = tempfile.NamedTemporaryFile(dir=folder)  # noqa: SIM115 - only whether it can be made counts
        except OSError:
            continue
        probe.close()
        return folder
    _temporary.append(tempfile.TemporaryDirectory(prefix="sokospec-"))
    return Path(_temporary[0].name)


_temporary: list[tempfile.TemporaryDirectory[str]] = []  # kept until the process ends


def is_kept() -> bool:
    """Say whether the folder outlives this process."""
    cache_folder()
    return not _temporary


def _user_cache() -> Path:
    if sys.platform == "darwin":
        return Path("~/Library/Caches").expanduser()
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", "~/AppData/Local")).expanduser()
    return Path(os.environ.get("XDG_CACHE_HOME") or "~/.cache").expanduser()


@contextmanager
def alone() -> Iterator[None]:
    """Keep other processes from making machine code while the block runs; wait while another one does.

    Where there are no such locks, two processes may make it at a time, which does no harm.
    """
    with ExitStack() as held:
        with suppress(ImportError, OSError):  # no such locks, or a full disk
            import fcntl

            lock = held.enter_context(open(cache_folder() / "lock", "ab"))
            while True:
                try:
                    fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                except BlockingIOError:
                    time.sleep(PAUSE)
                else:
                    break
        yield


def remove_older(current: list[Path]) -> list[str]:
    """Remove the machine code of other versions that is older than a day, and return the names of the files."""
    removed = []
    for file in sorted(cache_folder().glob("*.o")):
        if file not in current and time.time() - file.stat().st_mtime > SECONDS_UNUSED:
            file.unlink(missing_ok=True)
            removed.append(file.name)
    return removed
