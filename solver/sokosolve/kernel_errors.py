"""Error of the machine code of a package."""

from __future__ import annotations


class WrongMachineCode(RuntimeError):
    """Machine code that is missing, damaged, or of other sources."""
