"""The error for what was asked and cannot be done."""

from __future__ import annotations

from sokospec.errors import SokobanError


class WrongUse(SokobanError):
    """What is asked for cannot be done; the message says what to ask for instead. Exit code 2 on the command line."""
