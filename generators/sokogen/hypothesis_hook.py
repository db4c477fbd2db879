"""Entry point for Hypothesis: `st.from_type(Level)` generates levels."""

from __future__ import annotations


def register() -> None:
    """Register `levels()` for `Level`; repeatable.

    >>> from hypothesis import find, strategies as st
    >>> from sokospec import Level
    >>> register()
    >>> print(find(st.from_type(Level), lambda level: True))
    ####
    #@*#
    ####
    """
    from hypothesis import strategies as st  # the caller has imported it

    from sokospec.board import Level

    def make(kind: type[Level]) -> st.SearchStrategy[Level]:
        from sokogen.strategies import levels  # not before it is needed: every import of Hypothesis comes here

        return levels()

    st.register_type_strategy(Level, make)
