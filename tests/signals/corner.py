"""Detectors that take their time, a sound one and a wrong one."""

from __future__ import annotations

import time

from sokodead.corner import corner
from sokospec import Level


def slow_corner(level: Level) -> object:
    """Return the evidence of the corner detector, a millisecond later."""
    time.sleep(0.001)
    return corner(level)


def everywhere(level: Level) -> bool:
    """Say that every level is dead, which is wrong of those that have a solution."""
    time.sleep(0.001)
    return True
