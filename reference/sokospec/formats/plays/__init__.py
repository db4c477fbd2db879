"""Plays in all notations."""

from __future__ import annotations

LURD = "LURD"
"""Canonical notation: the one of `sokospec.formats.lurd`, with capitals for pushes."""
