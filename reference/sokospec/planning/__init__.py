"""PDDL of levels (the IPC's `sokoban-sequential`), and LURD of plans."""

from __future__ import annotations

from sokospec.planning.pddl import domain, is_plan, lurd_of_plan, problem

__all__ = ["domain", "is_plan", "lurd_of_plan", "problem"]
