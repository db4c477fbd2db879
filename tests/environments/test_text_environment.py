"""The environment in text plays as the one in arrays, and any text that is not a step is an illegal action."""

from __future__ import annotations

from typing import Any

import gymnasium
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import check_env

from sokogym import TEXT_ENV_ID, SokobanEnv, SokobanTextEnv
from sokogym.text_environment import LEGEND
from sokospec import Level

CORRIDOR = "######\n#@$ .#\n######"


def test_gymnasiums_own_checker_has_nothing_to_say_about_texts() -> None:
    check_env(gymnasium.make(TEXT_ENV_ID).unwrapped)
    check_env(gymnasium.make(TEXT_ENV_ID, levels=CORRIDOR, hints=True, render_mode="ansi").unwrapped)


def test_an_observation_is_the_board_and_the_legend() -> None:
    env = SokobanTextEnv(CORRIDOR)
    text, info = env.reset(seed=1)
    board, _, legend = text.partition("\n#")
    assert Level.parse(text.removesuffix(LEGEND)) == Level.parse(CORRIDOR)
    assert board and text.endswith(f"\n{LEGEND}") and legend and info["error"] == ""


@pytest.mark.parametrize("answers", [("r", "r"), ("R", " right\n"), ("RIGHT", "Right")])
def test_letters_and_words_are_steps(answers: tuple[str, str]) -> None:
    env, other = SokobanTextEnv(CORRIDOR), SokobanEnv(CORRIDOR)
    env.reset(seed=1)
    other.reset(seed=1)
    for answer in answers:
        _, *found, info = env.step(answer)
        _, *expected, its_info = other.step(3)
        assert found == expected
        assert info.pop("error") == ""
        assert {name: str(value) for name, value in info.items()} == {n: str(v) for n, v in its_info.items()}
    assert env.lurd == "RR"


@pytest.mark.parametrize("answer", ["", "rr", "north", "I push right.", "\x1b[2J", "r" * 1000, "ü"])
def test_any_other_text_is_an_illegal_action(answer: str) -> None:
    env = SokobanTextEnv(CORRIDOR, max_steps=2)
    before, _ = env.reset(seed=1)
    text, reward, terminated, truncated, info = env.step(answer)
    assert (text, reward, terminated, truncated, info["legal"], info["moves"]) == (before, -1.0, False, False, False, 0)
    assert "is not a step; answer u, d, l or r" in info["error"] and len(info["error"]) < 400
    assert "\x1b" not in info["error"]
    assert env.step("l")[3], "illegal actions count for max_steps"


def test_a_blocked_step_says_so() -> None:
    env = SokobanTextEnv(CORRIDOR)
    env.reset(seed=1)
    info = env.step("up")[-1]
    assert (info["legal"], info["error"]) == (False, "the step up is blocked")


def test_a_text_needs_a_play_and_an_action_a_text() -> None:
    env = SokobanTextEnv(CORRIDOR)
    with pytest.raises(ResetNeeded):
        env.step("no step")
    env.reset(seed=1)
    number: Any = 3
    with pytest.raises(ValueError, match="use a text"):
        env.step(number)
