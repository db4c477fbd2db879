"""Usage error of all commands."""

from __future__ import annotations

from sokospec.errors import SokobanError


class WrongUse(SokobanError):
    """A request that cannot be met; the message says what to do instead. Exit code 2."""
