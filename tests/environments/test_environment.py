"""The Gymnasium environment: it passes Gymnasium's checker, and plays by the rules of the reference engine."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import check_env

from sokogym import ENV_ID, Observation, Reward, SokobanEnv
from sokogym.scene import BOX, BOX_ON_GOAL, FLOOR, GOAL, PLAYER, PLAYER_ON_GOAL, WALL
from sokospec import Level, Limits, Objective, SokobanError, replay
from sokospec.answer import EXACT
from sokospec.formats import read
from sokospec.oracle import search_exhaustively

CORRIDOR = "######\n#@$ .#\n######"
SMALL = "#####\n#  .#\n# $ #\n#+$ #\n#####"
WAREHOUSE = read("examples/warehouse.xsb")
LETTERS = "udlr"


@pytest.mark.parametrize("render_mode", [None, "ansi", "rgb_array"])
@pytest.mark.parametrize("observation", list(Observation))
@pytest.mark.parametrize("reward", list(Reward))
def test_gymnasiums_own_checker_has_nothing_to_say(
    observation: Observation, reward: Reward, render_mode: str | None
) -> None:
    levels = [CORRIDOR, SMALL]
    made = gymnasium.make(ENV_ID, levels=levels, observation=observation, reward=reward, render_mode=render_mode)
    check_env(made.unwrapped)  # a warning would be an error here


def test_the_registered_name_needs_no_options_and_no_import() -> None:
    made = gymnasium.make(ENV_ID)
    check_env(made.unwrapped)
    _, info = made.reset(seed=1)
    assert info["level"] == 1
    fresh = "import gymnasium; print(gymnasium.make('sokogym:sokospec/Sokoban-v0').reset(seed=1)[1]['level'])"
    assert subprocess.run([sys.executable, "-c", fresh], capture_output=True, text=True, check=True).stdout == "1\n"


def test_several_at_once_are_made_by_the_registered_name() -> None:
    both = gymnasium.make_vec(ENV_ID, num_envs=2, vectorization_mode="sync", levels=CORRIDOR)
    both.reset(seed=1)
    _, _, solved, _, _ = [both.step(np.array([3, 3])) for _ in range(2)][-1]
    assert solved.tolist() == [True, True]
    both.close()


def played(env: SokobanEnv, lurd: str) -> tuple[float, bool, bool, dict[str, object]]:
    """Take steps; return the sum of the rewards and what the last step gave."""
    total, terminated, truncated = 0.0, False, False
    info: dict[str, object] = {}
    for letter in lurd.lower():
        _, reward, terminated, truncated, info = env.step(LETTERS.index(letter))
        total += reward
    return total, terminated, truncated, info


@pytest.mark.parametrize("number", [1, 2, 3])
def test_a_solution_ends_a_play_and_is_worth_what_it_costs(number: int) -> None:
    level = WAREHOUSE[number - 1]
    lurd = search_exhaustively(level).lurd
    assert lurd is not None
    metrics = replay(level, lurd).metrics
    for reward, worth in ((Reward.STEP, -metrics.moves), (Reward.PUSH, -metrics.pushes)):
        env = SokobanEnv(WAREHOUSE[:3], reward=reward)
        env.reset(seed=1, options={"level": number})
        total, terminated, truncated, info = played(env, lurd)
        assert (total, terminated, truncated) == (worth, True, False)
        assert {name: info[name] for name in asdict(metrics)} == asdict(metrics)
        assert (info["lurd"], info["solved"], info["level"], info["boxes_on_goals"]) == (
            lurd,
            True,
            number,
            len(level.boxes),
        )


def test_boxes_are_rewarded_as_they_come_and_go() -> None:
    env = SokobanEnv("########\n#@$. $.#\n#      #\n########", reward="boxes")
    env.reset(seed=1)
    assert [env.step(LETTERS.index(letter))[1] for letter in "rrdd"] == pytest.approx([0.9, -1.1, -0.1, -0.1])


def test_the_last_box_on_a_goal_is_worth_ten_more() -> None:
    env = SokobanEnv(CORRIDOR, reward="boxes")
    env.reset(seed=1)
    assert [env.step(3)[1] for _ in "rr"] == pytest.approx([-0.1, 10.9])


def test_an_illegal_action_changes_nothing_but_counts() -> None:
    env = SokobanEnv(CORRIDOR, max_steps=3)
    before, _ = env.reset(seed=1)
    for action in (0, 2, 1):
        after, reward, terminated, truncated, info = env.step(action)
        assert (reward, terminated, info["legal"], info["moves"]) == (-1.0, False, False, 0)
        assert np.array_equal(before, after) and env.lurd == ""
    assert truncated


def test_a_level_solved_with_the_last_action_is_not_truncated() -> None:
    env = SokobanEnv(CORRIDOR, max_steps=2)
    env.reset(seed=1)
    assert played(env, "rr")[1:3] == (True, False)


def test_masks_allow_exactly_the_legal_actions() -> None:
    env = SokobanEnv(SMALL)
    rng = np.random.default_rng(5)
    _, info = env.reset(seed=1)
    for _ in range(100):
        action = int(rng.integers(4))
        allowed = bool(info["action_mask"][action])
        _, _, terminated, _, info = env.step(action)
        assert info["legal"] == allowed
        if terminated:
            break
    assert replay(Level.parse(SMALL), env.lurd).at in (None, len(env.lurd)), "every recorded step is legal"


def test_symbols_and_planes_show_the_same_state() -> None:
    drawing = "########\n#+$.* ##\n#  $   #\n########"
    symbols, planes = (
        SokobanEnv([drawing, CORRIDOR], observation=kind).reset(seed=1, options={"level": 1})[0] for kind in Observation
    )
    assert symbols.shape == (4, 8) and planes.shape == (4, 4, 8)
    names = {"#": WALL, " ": FLOOR, ".": GOAL, "$": BOX, "*": BOX_ON_GOAL, "@": PLAYER, "+": PLAYER_ON_GOAL}
    assert symbols.tolist() == [[names[symbol] for symbol in row] for row in drawing.split("\n")]
    walls, goals, boxes, player = planes.astype(bool)
    assert np.array_equal(walls, symbols == WALL)
    assert np.array_equal(goals, np.isin(symbols, (GOAL, BOX_ON_GOAL, PLAYER_ON_GOAL)))
    assert np.array_equal(boxes, np.isin(symbols, (BOX, BOX_ON_GOAL)))
    assert np.array_equal(player, np.isin(symbols, (PLAYER, PLAYER_ON_GOAL)))


def test_smaller_levels_are_filled_up_with_walls() -> None:
    env = SokobanEnv([CORRIDOR, SMALL])
    seen, _ = env.reset(seed=1, options={"level": 1})
    assert seen.shape == (5, 6) and (seen[3:] == WALL).all()


def test_equal_seeds_draw_equal_levels_and_different_ones_all_levels() -> None:
    env = SokobanEnv(WAREHOUSE[:3])
    drawn = [env.reset(seed=seed)[1]["level"] for seed in range(20)]
    assert drawn == [env.reset(seed=seed)[1]["level"] for seed in range(20)]
    assert set(drawn) == {1, 2, 3}


def test_pictures_and_texts_show_the_state() -> None:
    env = SokobanEnv(SMALL, render_mode="ansi")
    env.reset(seed=1)
    assert env.render() == SMALL
    picture = SokobanEnv(SMALL, render_mode="rgb_array")
    picture.reset(seed=1)
    pixels = picture.render()
    assert isinstance(pixels, np.ndarray) and pixels.shape == (80, 80, 3)
    assert pixels[3 * 16, 16].tolist() != pixels[3 * 16 + 8, 16 + 8].tolist(), "a player on a goal shows both"
    assert SokobanEnv(SMALL).render() is None


def test_one_step_too_many_is_refused() -> None:
    env = SokobanEnv(CORRIDOR, render_mode="ansi")
    for call in (lambda: env.step(3), env.render):
        with pytest.raises(ResetNeeded, match="call reset"):
            call()
    env.reset(seed=1)
    played(env, "rr")
    with pytest.raises(ResetNeeded):
        env.step(3)
    env.reset(seed=1)
    assert played(env, "r")[3]["lurd"] == "R"


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"observation": "pixels"}, "pixels"),
        ({"reward": "fame"}, "fame"),
        ({"max_steps": 0}, "use 1 or more, or None"),
        ({"render_mode": "human"}, "use 'ansi' or 'rgb_array'"),
    ],
)
def test_unknown_options_are_refused(options: dict[str, Any], says: str) -> None:
    with pytest.raises(ValueError, match=says):
        SokobanEnv(CORRIDOR, **options)


def test_levels_come_from_files_and_folders(tmp_path: Path) -> None:
    (tmp_path / "b").mkdir()
    (tmp_path / "b" / "small.xsb").write_text(SMALL, encoding="utf-8")
    (tmp_path / "corridor.xsb").write_text(f"{CORRIDOR}\n\n{SMALL}", encoding="utf-8")
    (tmp_path / "readme.txt").write_text("Two files.", encoding="utf-8")
    expected = [Level.parse(text) for text in (CORRIDOR, SMALL, SMALL)]
    assert list(SokobanEnv(tmp_path).levels) == expected
    assert list(SokobanEnv([tmp_path / "corridor.xsb", SMALL]).levels) == expected
    (tmp_path / "empty").mkdir()
    with pytest.raises(ValueError, match="no level to play"):
        SokobanEnv(tmp_path / "empty")


def test_levels_without_anything_to_do_are_refused() -> None:
    with pytest.raises(ValueError, match="give at least one"):
        SokobanEnv([])
    with pytest.raises(SokobanError, match="level 2 is solved from the start"):
        SokobanEnv([CORRIDOR, "####\n#@*#\n####"])


@pytest.mark.parametrize("levels", [5, [CORRIDOR, None], b"####"])
def test_values_that_are_not_levels_are_refused(levels: Any) -> None:
    with pytest.raises(TypeError, match="is not a level; use a Level, a text or a Path"):
        SokobanEnv(levels)


@pytest.mark.parametrize("options", [{"level": 0}, {"level": 3}, {"level": "1"}, {"stage": 1}])
def test_a_reset_to_no_level_is_refused(options: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=r"no level|only one is 'level'"):
        SokobanEnv([CORRIDOR, SMALL]).reset(options=options)


@pytest.mark.parametrize("action", [4, -1, "r", 1.0])
def test_no_action_is_refused_with_those_there_are(action: Any) -> None:
    env = SokobanEnv(CORRIDOR)
    env.reset(seed=1)
    with pytest.raises(ValueError, match=r"use 0 \(up\)"):
        env.step(action)


HINTED = Level.parse("#######\n#@    #\n# $.  #\n#     #\n#######")


def test_the_hints_are_the_oracles_and_following_them_solves_the_level() -> None:
    env = SokobanEnv(HINTED, hints=True)
    _, info = env.reset(seed=1)
    assert info["cost_to_go"] == search_exhaustively(HINTED, Objective.MOVES).moves and not info["dead"]
    while not info["solved"]:
        cost, action = info["cost_to_go"], int(info["optimal_actions"].argmax())
        assert info["action_mask"][action]
        *_, info = env.step(action)
        assert info["cost_to_go"] == cost - 1
    assert info["cost_to_go"] == 0 and not info["optimal_actions"].any()


def test_a_dead_state_says_so_and_has_no_optimal_action() -> None:
    env = SokobanEnv(HINTED, hints=Limits(seconds=600))
    env.reset(seed=1)
    *_, info = [env.step(action) for action in (3, 1)][-1]
    assert (info["dead"], info["cost_to_go"], info["optimal_actions"].tolist()) == (True, -1, [0, 0, 0, 0])
    assert "dead" not in SokobanEnv(HINTED).reset(seed=1)[1]


@pytest.mark.parametrize("objective", [Objective.PUSHES_MOVES, Objective.MOVES_PUSHES])
def test_hints_of_two_counts_lead_to_a_solution_that_is_least_for_both(objective: Objective) -> None:
    env = SokobanEnv(HINTED, hints=True, objective=objective)
    _, info = env.reset(seed=1)
    answer = search_exhaustively(HINTED, objective)
    first = info["cost_to_go"], info["second_cost_to_go"]
    assert first == objective.cost(answer.moves or 0, answer.pushes or 0)
    while not info["solved"]:
        *_, info = env.step(int(info["optimal_actions"].argmax()))
    assert objective.cost(info["moves"], info["pushes"]) == first
    assert (info["cost_to_go"], info["second_cost_to_go"]) == (0, 0)


def test_for_pushes_each_walk_is_optimal_and_a_push_that_lowers_the_cost() -> None:
    env = SokobanEnv(HINTED, hints=True, objective="pushes")
    _, info = env.reset(seed=1)
    assert (info["cost_to_go"], info["optimal_actions"].tolist()) == (1, [0, 1, 0, 1])
    assert "second_cost_to_go" not in info
    rng = np.random.default_rng(7)
    while not info["solved"]:
        before, pushes = info["cost_to_go"], info["pushes"]
        *_, info = env.step(int(rng.choice(np.flatnonzero(info["optimal_actions"]))))
        assert info["legal"] and info["cost_to_go"] + info["pushes"] == before + pushes
    assert (info["pushes"], info["cost_to_go"], info["optimal_actions"].any()) == (1, 0, False)


def test_there_are_no_hints_for_any_solution() -> None:
    with pytest.raises(ValueError, match="no hints for 'any'; use 'pushes'"):
        SokobanEnv(HINTED, hints=True, objective="any")


@pytest.mark.parametrize("objective", list(EXACT))
def test_gymnasiums_checker_accepts_hints(objective: Objective) -> None:
    check_env(gymnasium.make(ENV_ID, levels=HINTED, hints=True, objective=objective).unwrapped)


@pytest.mark.parametrize("mode", ["sync", pytest.param("async", marks=pytest.mark.long)])
def test_hints_of_several_at_once_are_those_of_each(mode: str) -> None:
    levels = [str(HINTED), CORRIDOR]
    several = gymnasium.make_vec(ENV_ID, num_envs=3, vectorization_mode=mode, levels=levels, hints=True)
    single = SokobanEnv(levels, hints=True)
    observations, infos = several.reset(seed=4)
    for place, seed in enumerate((4, 5, 6)):
        observation, info = single.reset(seed=seed)
        assert np.array_equal(observations[place], observation)
        assert infos["cost_to_go"][place] == info["cost_to_go"]
        assert infos["optimal_actions"][place].tolist() == info["optimal_actions"].tolist()
    *_, infos = several.step(infos["optimal_actions"].argmax(axis=1))
    assert not infos["dead"].any() and infos["moves"].tolist() == [1, 1, 1]
    several.close()
