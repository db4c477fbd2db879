"""Strategies for levels with one of their states or plays."""

from __future__ import annotations

from hypothesis import strategies as st

from sokogen.strategies import levels, plays, states
from sokospec import Level, State


@st.composite
def levels_with_states(draw: st.DrawFn, source: st.SearchStrategy[Level] | None = None) -> tuple[Level, State]:
    """Return a strategy for levels with one of their `states`."""
    level = draw(levels() if source is None else source)
    return level, draw(states(level))


@st.composite
def levels_with_plays(draw: st.DrawFn, source: st.SearchStrategy[Level] | None = None) -> tuple[Level, str]:
    """Return a strategy for levels with one of their `plays`."""
    level = draw(levels() if source is None else source)
    return level, draw(plays(level))
