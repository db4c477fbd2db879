"""Figures of what was tried in several parts, added up."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Self


@dataclass
class Added:
    """A dataclass whose fields are numbers, counters and lists, all of which can be added up."""

    def add(self, other: Self) -> None:
        """Add what was found elsewhere."""
        for each in fields(self):
            setattr(self, each.name, getattr(self, each.name) + getattr(other, each.name))
