"""Questions to the fast engine as a Hypothesis strategy: small levels, and the options that they are asked with."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from hypothesis import strategies as st

from differential.fast_engine import CONSTANTS, Choice, with_bounds_for_idastar
from sokogen.strategies import levels, solvable_levels
from sokosolve.features import FEATURES, Algorithm, Direction
from sokospec import Level
from sokospec.answer import Objective

HEIGHT, WIDTH, BOXES = 4, 5, 3
"""The largest inside, and the most boxes: the oracle answers at once for every such level."""


class Question(NamedTuple):
    """A level, the objective, and the options of the fast engine."""

    level: Level
    objective: Objective
    choice: Choice


def drawn_levels() -> st.SearchStrategy[Level]:
    """Return a strategy for small levels, about half of them with a solution."""
    solvable = solvable_levels(max_height=HEIGHT, max_width=WIDTH, max_boxes=BOXES)
    return levels(max_height=HEIGHT, max_width=WIDTH, max_boxes=BOXES) | solvable.map(lambda pair: pair.level)


@st.composite
def questions(draw: st.DrawFn, algorithms: Sequence[Algorithm], objectives: Sequence[Objective]) -> Question:
    """Return a strategy for questions; they shrink towards a small level and the engine's usual options."""
    level = draw(drawn_levels())
    choice = Choice(
        draw(st.sampled_from(algorithms)),
        draw(st.sampled_from([Direction.AUTO, *Direction])),
        tuple(draw(st.lists(st.sampled_from(list(FEATURES)), unique=True, max_size=4))),
        tuple(draw(st.lists(st.sampled_from(list(FEATURES)), unique=True, max_size=4))),
        constants=draw(st.just(()) | st.tuples(*(st.sampled_from(values) for _, _, values in CONSTANTS))),
    )
    return Question(level, draw(st.sampled_from(objectives)), with_bounds_for_idastar(choice))
