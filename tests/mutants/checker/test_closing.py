"""To push closing boxes first loses no pushes, and may lose moves: so the checker takes it where pushes alone count."""

from __future__ import annotations

import io
from random import Random

import pytest

from corrupted import naive
from mutants.checker.copies import Checker
from mutants.checker.provers import Habits, Prover
from mutants.checker.sample_levels import solvable_level
from sokospec import Level
from sokospec.answer import Objective
from sokospec.certificates.verify import verify

REASON = "pushes that come first may take more moves"

OUT_OF_THE_WAY = Level.parse("######\n#@  ##\n#$#  #\n# *#$#\n#.# .#\n######")
"""To push first the box in the passage on the left costs three moves more than to push it on the way back."""


def claim(level: Level, objective: Objective, rng: Random) -> tuple[str, tuple[int, ...]] | None:
    """Return the certificate of a prover who pushes closing boxes first, and what it claims."""
    habits = Habits(objective, same="region" if objective is Objective.PUSHES else "square", closing=True)
    return Prover(Checker(), level, habits, rng).certificate()


def test_where_pushes_count_what_closing_boxes_leave_is_as_good_and_is_accepted() -> None:
    rng, used = Random("closing"), 0
    for level in [OUT_OF_THE_WAY, *(solvable_level(rng) for _ in range(30))]:
        made = claim(level, Objective.PUSHES, rng)
        assert made is not None
        text, claimed = made
        assert claimed == naive.truth_of(level).cost(Objective.PUSHES)
        assert verify(io.BytesIO(text.encode("ascii"))).accepted
        used += any(line.count(" : ") == 3 for line in text.split("\n"))
    assert used > 5


@pytest.mark.parametrize(
    ("objective", "claimed", "best"),
    [
        (Objective.MOVES, (12,), (9,)),
        (Objective.PUSHES_MOVES, (3, 12), (3, 9)),
        (Objective.MOVES_PUSHES, (12, 3), (9, 3)),
    ],
)
def test_where_moves_count_it_loses_in_some_level_and_is_refused_in_all(
    objective: Objective, claimed: tuple[int, ...], best: tuple[int, ...]
) -> None:
    made = claim(OUT_OF_THE_WAY, objective, Random(1))
    assert made is not None and made[1] == claimed and naive.truth_of(OUT_OF_THE_WAY).cost(objective) == best
    assert verify(io.BytesIO(made[0].encode("ascii"))).reason == REASON
    rng = Random("closing")
    for _ in range(10):
        made = claim(solvable_level(rng), objective, rng)
        if made is not None:
            is_used = any(line.count(" : ") == 3 for line in made[0].split("\n"))
            assert verify(io.BytesIO(made[0].encode("ascii"))).reason == (REASON if is_used else None)
