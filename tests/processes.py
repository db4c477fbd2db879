"""Processes that tests watch."""

from __future__ import annotations

import os


def gone(pid: int) -> bool:
    """Say whether there is no such process any more."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    return False
