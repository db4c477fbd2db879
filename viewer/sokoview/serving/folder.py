"""Served folder: readable files, and their levels on demand."""

from __future__ import annotations

import os
import threading
from collections import OrderedDict
from contextlib import suppress
from dataclasses import dataclass
from http import HTTPStatus
from pathlib import Path
from typing import BinaryIO, NamedTuple
from urllib.parse import quote, unquote_to_bytes

from sokospec.errors import SokobanError
from sokospec.formats import SUFFIXES, Collection, Reading, format_of, read_bytes, read_stream
from sokospec.formats import decode as text_of
from sokoview.serving.refusal import RequestRefused

_HEAD = 8 * 1024
"""Number of first bytes by which a file is recognised."""

_FIRST = 1024
"""Number of bytes that suffice to recognise most files, which speeds up long lists."""

_MOST_SHOWN = 1_000
"""The most names shown of a folder."""

LARGEST_FILE = 16 * 1024 * 1024
"""A file of more bytes is not opened: finding small levels takes up to a hundred times its size in memory."""

_KEPT_BYTES = 4 * 1024 * 1024
"""Total size of recently opened files that stay open, besides the last one."""

PLAYS = ".sol"
"""The suffix of a file with plays for the level file of the same name."""


class _FolderContent(NamedTuple):
    folders: list[str]
    files: list[str]
    more: bool


@dataclass(frozen=True, slots=True)
class Version:
    """The identity of a file's content."""

    path: Path
    modified: int
    size: int


class Folder:
    """Folder tree, or a single `file` with its plays; nothing else is ever read.

    Raises `OSError` if it is missing.
    """

    def __init__(self, place: Path, reading: Reading) -> None:
        place = place.resolve(strict=True)
        self.file = None if place.is_dir() else place
        self.root = place if self.file is None else place.parent
        self.reading = reading
        self._lock = threading.Lock()
        self._finding = threading.Lock()
        self._opened: OrderedDict[Version, Collection] = OrderedDict()
        self._recognised: dict[Version, bool] = {}

    def path(self, address: str) -> Path:
        """Return the file or folder of a percent-encoded address without leading slash.

        Raises `RequestRefused`: 400 unless the address is a plain path, 403 for a link out of the folder, else 404.
        """
        parts = [os.fsdecode(unquote_to_bytes(part)) for part in address.split("/")] if address else []
        for part in parts:
            if part in ("", ".", "..") or any(letter in part for letter in "/\\\0") or Path(part).is_absolute():
                raise RequestRefused(HTTPStatus.BAD_REQUEST, f"{address!r} is not a plain path below the folder")
        if any(part.startswith(".") for part in parts):
            raise RequestRefused(HTTPStatus.NOT_FOUND, "there is no such file")
        try:
            path = self.root.joinpath(*parts).resolve(strict=True)
        except (OSError, RuntimeError, ValueError):  # RuntimeError: links in a circle
            raise RequestRefused(HTTPStatus.NOT_FOUND, "there is no such file") from None
        if not path.is_relative_to(self.root):
            raise RequestRefused(
                HTTPStatus.FORBIDDEN, "a link leads out of the folder; start the server on what it points to"
            )
        if self.file is not None and path not in (self.file, self.file.with_suffix(PLAYS)):
            raise RequestRefused(
                HTTPStatus.NOT_FOUND, f"only {name_text(self.file.name)} is served; start the server on a folder"
            )
        return path

    def names(self, path: Path) -> _FolderContent:
        """Return the sorted content of a folder without hidden files, outward links, and files without levels."""
        folders: list[str] = []
        files: list[str] = []
        for name in sorted(os.listdir(path)):
            try:
                inside = self.path(address_of(path / name, self.root))
                if inside.is_dir():
                    kind = folders
                elif inside.is_file() and self._holds_levels(inside):
                    kind = files
                else:
                    continue
            except (OSError, RequestRefused):
                continue
            if len(folders) + len(files) == _MOST_SHOWN:
                return _FolderContent(folders, files, more=True)
            kind.append(name)
        return _FolderContent(folders, files, more=False)

    def collection(self, path: Path) -> Collection:
        """Return a file's levels, read lazily. O(size) the first time.

        Raises `Refused`: 404 for no file, 413 for a too large one, 422 for one without levels.
        """
        if not path.is_file():  # a pipe or a device is none, and would be waited for
            raise RequestRefused(HTTPStatus.NOT_FOUND, "there is no such file")
        with _open(path) as file:
            version = _version_of(path, os.fstat(file.fileno()))
            if version.size > LARGEST_FILE:
                why = f"{name_text(path.name)} has more than {LARGEST_FILE:,} bytes; split it"
                raise RequestRefused(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, why)
            collection = self._look_up(version)
            if collection is None:
                with self._finding:  # one file at a time, for its memory; lists of names need not wait for it
                    collection = self._look_up(version)
                    if collection is None:
                        try:
                            collection = read_stream(file, self.reading)
                        except SokobanError as error:
                            raise RequestRefused(
                                HTTPStatus.UNPROCESSABLE_ENTITY, f"{name_text(path.name)}: {error}"
                            ) from None
                        self._keep(version, collection)
            return collection

    def text(self, path: Path) -> str:
        """Return a file's text up to `LARGEST_FILE` bytes. Raises `Refused`."""
        with _open(path) as file:
            return text_of(file.read(LARGEST_FILE))

    def version(self, path: Path) -> Version:
        try:
            return _version_of(path, path.stat())
        except OSError as error:
            raise RequestRefused(HTTPStatus.NOT_FOUND, f"{name_text(path.name)}: {error.strerror}") from None

    def _look_up(self, version: Version) -> Collection | None:
        with self._lock:
            if version in self._opened:
                self._opened.move_to_end(version)
            return self._opened.get(version)

    def _keep(self, version: Version, collection: Collection) -> None:
        with self._lock:
            self._opened[version] = collection
            while len(self._opened) > 1 and sum(kept.size for kept in self._opened) > _KEPT_BYTES:
                self._opened.popitem(last=False)

    def _holds_levels(self, path: Path) -> bool:
        """Say whether a file's first bytes hold a level; otherwise its name decides."""
        with _open(path) as file:
            version = _version_of(path, os.fstat(file.fileno()))
            with self._lock:
                if version in self._recognised:
                    return self._recognised[version]
            holds = _recognise(file.read(_HEAD), path.suffix.lower(), self.reading)
        with self._lock:
            if len(self._recognised) > 10 * _MOST_SHOWN:
                self._recognised.clear()
            self._recognised[version] = holds
        return holds


def address_of(path: Path, root: Path) -> str:
    """Return the percent-encoded address of a path below the folder."""
    return "/".join(quote(os.fsencode(part), safe="") for part in path.relative_to(root).parts)


def name_text(name: str) -> str:
    """Return a file name as valid text."""
    return os.fsencode(name).decode("utf-8", errors="replace")


def _open(path: Path) -> BinaryIO:
    try:
        return path.open("rb")
    except OSError as error:
        raise RequestRefused(HTTPStatus.FORBIDDEN, f"{name_text(path.name)}: {error.strerror}") from None


def _version_of(path: Path, status: os.stat_result) -> Version:
    return Version(path, status.st_mtime_ns, status.st_size)


def _recognise(head: bytes, extension: str, reading: Reading) -> bool:
    if format_of(text_of(head)) == "slc":  # its head alone is no XML that could be read
        return b"<Level" in head or extension == ".slc"
    with suppress(SokobanError):
        if len(head) > _FIRST and len(read_bytes(head[:_FIRST], reading)) > 0:
            return True
    try:
        return len(read_bytes(head, reading)) > 0 or (len(head) == _HEAD and extension in SUFFIXES)
    except SokobanError:
        return extension in SUFFIXES
