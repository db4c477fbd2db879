"""Level files composed of people's habits are read right, or the user is told: nothing is misread in silence."""

from __future__ import annotations

from collections import Counter

import pytest

from fuzz.composed.compose import compose
from fuzz.composed.judge import WRONG, Reception, receive
from parts import parts

FILES = 100  # in a part


@pytest.mark.rule("F15", "F16", "F23", "F34")
@pytest.mark.parametrize("part", parts(30, 3, 27))
def test_no_composed_file_is_misread_in_silence_and_most_are_read(part: int) -> None:
    seeds = range(part * FILES, (part + 1) * FILES)
    receptions = {seed: receive(compose(seed)) for seed in seeds}
    assert {seed: each for seed, each in receptions.items() if each.reception in WRONG} == {}
    assert 2 * Counter(each.reception for each in receptions.values())[Reception.READ] >= FILES
