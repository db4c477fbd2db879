"""Atomic output: files are written whole or not at all, and never over an input file.

Data goes to an unnamed temporary file that vanishes with the process, then replaces the target in one step. Devices and
pipes are written at the end.
"""

from __future__ import annotations

import errno
import os
import stat
import sys
from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, cast

from sokocheck.application.input_levels import STDIN
from sokocheck.application.wrong_use import WrongUse

_REFUSED = (errno.ENOENT, errno.ENOTDIR, errno.EACCES, errno.EPERM, errno.EROFS, errno.ELOOP, errno.ENAMETOOLONG)
"""What the system says of a place where nothing can be written, as against a disk that is full."""


@dataclass(slots=True)
class Draft:
    """File being written; it replaces the target unless `keep` is False."""

    file: BinaryIO
    keep: bool = True


_Identity = tuple[int, int]
"""What all names of a file share: its device and its number there."""


def identities(names: Iterable[str]) -> frozenset[_Identity]:
    """Return the identities (device, inode) of regular input files; `-` is stdin."""
    found = set()
    for name in names:
        with suppress(OSError, ValueError):  # a stdin that is no file
            status = os.fstat(sys.stdin.fileno()) if name == STDIN else os.stat(name)
            if stat.S_ISREG(status.st_mode):
                found.add((status.st_dev, status.st_ino))
    return frozenset(found)


@contextmanager
def open_draft(target: Path, reading: Collection[_Identity] = ()) -> Iterator[Draft]:
    """Open a draft that replaces the target if the block succeeds; modes and links are preserved.

    Raises a usage error before the block if nothing can be written or the target is an input, and `OSError`.
    """
    check(target, reading)
    try:
        with _nameless(target) as file:
            draft = Draft(file)
            yield draft
            if draft.keep:
                file.seek(0)
                _deliver(file, target)
    except OSError as error:
        error.filename = error.filename or str(target)  # that of a full disk names none
        raise


def write_text(target: Path, text: str, reading: Collection[_Identity] = ()) -> None:
    """Write text atomically. Raises a usage error and `OSError`."""
    with open_draft(target, reading) as draft:
        draft.file.write(text.encode())


def check(target: Path, reading: Collection[_Identity] = ()) -> None:
    """Raise a usage error if nothing can be written, or the target is an input."""
    kind = _kind(target)
    place = Path(os.path.realpath(target)).parent
    not_read(target, reading)
    if kind == stat.S_IFDIR:
        raise WrongUse(f"{target} is a folder; name a file in it.")
    if not kind and (os.path.islink(target) or _is_system(target)):
        raise WrongUse(f"{target} is a broken link or a system file; name another file.")
    if not kind and not place.is_dir():
        raise WrongUse(f"{target}: there is no folder {place}; make it first.")
    if kind and not os.access(target, os.W_OK):
        raise WrongUse(f"{target} may not be written to; name another file.")
    with _nameless(target):
        pass


def not_read(target: Path, reading: Collection[_Identity]) -> None:
    """Raise a usage error if the target is an input."""
    if identities([os.fspath(target)]) & frozenset(reading):
        raise WrongUse(f"{target} is an input of this command; name another file to write to.")


def regular_or_new(target: Path) -> None:
    """Raise a usage error for a pipe or device."""
    if _kind(target) not in (0, stat.S_IFREG):
        raise WrongUse(f"{target} is not a regular file, which is needed to resume; name a regular file.")


def folder(path: Path) -> Path:
    """Return a folder, created if missing. Raises a usage error."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise WrongUse(f"{path}: the folder cannot be made: {error.strerror}.") from None
    return path


def lock(file: int) -> bool:
    """Lock an open file; return False if another process has it, True without file locks."""
    try:
        import fcntl
    except ImportError:
        return True
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def sync_folder(path: Path) -> None:
    """Flush a folder's entries to disk, where the system can."""
    if os.name != "posix":
        return
    folder = os.open(path, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def _kind(target: Path) -> int:
    try:
        return stat.S_IFMT(target.stat().st_mode)
    except OSError:
        return 0


def _is_system(target: Path) -> bool:
    folder = Path(os.path.realpath(target.parent))
    return folder == Path("/dev") or Path("/proc") in (folder, *folder.parents)


def _is_special(target: Path) -> bool:
    return _is_system(target) or _kind(target) not in (0, stat.S_IFREG)


def _nameless(target: Path) -> BinaryIO:
    from tempfile import TemporaryFile  # commands that write no file start faster

    folder = None if _is_special(target) else Path(os.path.realpath(target)).parent
    try:
        return cast(BinaryIO, TemporaryFile(dir=folder))
    except OSError as error:
        if error.errno not in _REFUSED:
            raise
        raise WrongUse(f"{target}: nothing can be written to its folder: {error.strerror}.") from None


def _deliver(file: BinaryIO, target: Path) -> None:
    import secrets
    import shutil

    if _is_special(target):
        with open(_open(target), "wb") as out:
            shutil.copyfileobj(file, out)
        return
    place = Path(os.path.realpath(target))
    unfinished = place.with_name(f".sokospec-{secrets.token_hex(8)}")
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)
    try:
        with open(os.open(unfinished, flags, 0o666), "wb") as out:
            shutil.copyfileobj(file, out)
            out.flush()
            if place.exists():
                _take_after(place, out.fileno())
            os.fsync(out.fileno())
        unfinished.replace(place)
    except BaseException:
        with suppress(OSError):
            unfinished.unlink()
        raise
    sync_folder(place.parent)


def _open(target: Path) -> int:
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError):  # a stream that is no file
            if os.path.samestat(target.stat(), os.fstat(stream.fileno())):
                stream.flush()
                return os.dup(stream.fileno())
    return os.open(target, os.O_WRONLY | getattr(os, "O_NOCTTY", 0))


def _take_after(place: Path, file: int) -> None:
    if os.name != "posix":
        return
    model = place.stat()
    with suppress(PermissionError):
        os.fchown(file, model.st_uid, model.st_gid)
    os.fchmod(file, stat.S_IMODE(model.st_mode) & 0o777)
