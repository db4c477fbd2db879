"""Slow, simple, exhaustive searches, built on the rules alone."""

from __future__ import annotations

from sokospec.answer import Answer, Objective, Verdict
from sokospec.limits import LimitReached, Limits, Progress
from sokospec.oracle.graph import StateGraph, state_graph
from sokospec.oracle.one_box import box_distances
from sokospec.oracle.perft import Metric, perft
from sokospec.oracle.search import search_exhaustively

__all__ = [
    "Answer",
    "LimitReached",
    "Limits",
    "Metric",
    "Objective",
    "Progress",
    "StateGraph",
    "Verdict",
    "box_distances",
    "perft",
    "search_exhaustively",
    "state_graph",
]
