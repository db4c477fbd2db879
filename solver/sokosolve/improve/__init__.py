"""Solutions made shorter: sections of them are searched again, near the states that they lead through."""

from __future__ import annotations

from sokosolve.improve.optimiser import Improved, improve

__all__ = ["Improved", "improve"]
