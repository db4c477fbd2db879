"""Address space for large libraries, which crash or fail with obscure messages under a small `ulimit -v`."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType

_MIB = 1 << 20
_ROOM = {"numpy": 96 * _MIB, "llvmlite": 168 * _MIB}
"""The address space that each needs: that of an import, and a tenth more."""

_ADVICE = "raise it to 500000 or more (`ulimit -v 500000`)"


def guard_imports() -> None:
    """Make imports of large libraries fail with a plain message if the address space is limited."""
    limit = _address_space_limit()
    if limit is not None:
        sys.meta_path.insert(0, _RoomFinder(limit))


def _address_space_limit() -> int | None:
    """Return the limit in bytes, or None."""
    try:
        import resource
    except ImportError:  # Windows
        return None
    limit = resource.getrlimit(resource.RLIMIT_AS)[0]
    return None if limit == resource.RLIM_INFINITY else limit


def _address_space() -> int:
    """Return this process's address space in bytes, 0 if it cannot be measured."""
    try:
        return int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0]) * _page_size()
    except OSError:
        return 0


def _page_size() -> int:
    import resource

    return resource.getpagesize()


class _RoomFinder:
    """Import hook that prints an error and raises `MemoryError` for a library that does not fit."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._refused: set[str] = set()

    def find_spec(self, name: str, path: Sequence[str] | None, target: ModuleType | None = None) -> ModuleSpec | None:
        room = _ROOM.get(name)
        if room is not None and _address_space() + room > self._limit:
            message = f"too little memory to load {name}: `ulimit -v` is {self._limit // 1024}; {_ADVICE}"
            if name not in self._refused:
                print(f"error: {message}", file=sys.stderr)
            self._refused.add(name)
            raise MemoryError(message)
        return None
