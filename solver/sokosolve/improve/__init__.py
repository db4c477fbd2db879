"""Shortening of solutions by searches of sections near their states."""

from __future__ import annotations

from sokosolve.improve.optimiser import Improved, improve

__all__ = ["Improved", "improve"]
