"""The Gymnasium environment."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
from gymnasium.error import ResetNeeded

from sokogym.scene import Array, Observation, Scene
from sokogym.scoring import Reward
from sokospec import Direction, IllegalStep, Level, Limits, SokobanError, State, replay, step
from sokospec.answer import EXACT, Objective
from sokospec.errors import ParseError
from sokospec.formats import read
from sokospec.formats.level_files import level_files
from sokospec.formats.xsb import board_text
from sokospec.oracle.optimal_policy import Policy
from sokospec.rules import is_push, is_solved, steps

_COST_KEYS = ("cost_to_go", "second_cost_to_go")
"""The keys of the counts that an objective compares, in order."""


class _Hints:
    r"""All reachable states of a level with their cost-to-go, by exhaustive search.

    Raises `LimitReached` at a limit.

    >>> level = Level.parse("######\n#@ $.#\n######")
    >>> hints = _Hints(level, Objective.PUSHES_MOVES, Limits()).of(level.state)
    >>> hints["cost_to_go"], hints["second_cost_to_go"], hints["dead"], hints["optimal_actions"].tolist()
    (1, 2, False, [0, 0, 0, 1])
    """

    def __init__(self, level: Level, objective: Objective, limits: Limits) -> None:
        self._policy = Policy(level, objective, limits)
        self._keys = _COST_KEYS[: len(objective.counts)]

    def of(self, state: State) -> dict[str, Any]:
        """Return `dead`, the counts to go (-1 if the state is dead), and `optimal_actions`, a mask like `action_mask`.

        `cost_to_go` is the first count of the objective, `second_cost_to_go` the other of two. For `pushes` a step
        without a push is free, so each is optimal; `pushes-moves` prefers the shortest walk.
        """
        cost = self._policy.cost(state)
        counts = dict.fromkeys(self._keys, -1) if cost is None else dict(zip(self._keys, cost, strict=True))
        optimal = np.array(self._policy.optimal_steps(state), dtype=np.int8)
        return {**counts, "dead": cost is None, "optimal_actions": optimal}


Info = dict[str, Any]  # Gymnasium's own type of what comes beside an observation

Levels = Level | str | Path | Sequence[Level | str | Path]
"""Levels, as objects, texts, files, or folders of files, such as a suite."""


class SokobanEnv(gymnasium.Env[Array, np.int64]):
    r"""Levels of Sokoban as an environment.

    `levels`: one or several, as `Level`, text, or `Path` of a file or of a folder, such as a suite. Small ones get
    walls at the right and bottom. Actions 0 to 3 are steps up, down, left and right; illegal ones count. An episode is
    truncated after `max_steps`. `reset` draws a level, or takes `options={"level": N}`, from 1.

    `info`: `level`, `moves`, `pushes`, `boxes_on_goals`, `lurd`, `legal`, `solved`, `action_mask` (for
    `action_space.sample`); at the end also the other fields of `sokospec.Metrics`. With `hints`, also `cost_to_go`,
    `second_cost_to_go`, `dead` and `optimal_actions` for the `objective`. The first `reset` of a level then searches
    all its states, within `hints` if that is a `Limits`.

    Raises `SokobanError` for invalid or solved levels.

    >>> env = SokobanEnv("######\n#@$ .#\n######", max_steps=10)
    >>> observation, info = env.reset(seed=1)
    >>> observation.tolist()[1], info["action_mask"].tolist()
    ([0, 5, 3, 1, 2, 0], [0, 0, 0, 1])
    >>> _ = env.step(3)
    >>> _, reward, terminated, truncated, info = env.step(3)
    >>> reward, terminated, truncated, info["lurd"], info["box_lines"]
    (-1.0, True, False, 'RR', 1)
    """

    metadata = {"render_modes": ["ansi", "rgb_array"], "render_fps": 8}  # noqa: RUF012  # so Gymnasium declares it

    def __init__(
        self,
        levels: Levels,
        *,
        observation: Observation | str = Observation.SYMBOLS,
        reward: Reward | str = Reward.STEP,
        max_steps: int | None = 500,
        render_mode: str | None = None,
        hints: Limits | bool = False,
        objective: Objective | str = Objective.MOVES,
    ) -> None:
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise ValueError(f"there is no render mode {render_mode!r}; use 'ansi' or 'rgb_array'")
        if max_steps is not None and max_steps < 1:
            raise ValueError(f"max_steps is {max_steps}; use 1 or more, or None for no limit")
        self.levels = tuple(_levels(levels))
        self.observation, self.reward = Observation(observation), Reward(reward)
        self.max_steps = max_steps
        self.render_mode = render_mode
        self._objective = Objective(objective)
        if self._objective not in EXACT:
            raise ValueError(f"there are no hints for {objective!r}; use {', '.join(map(repr, map(str, EXACT)))}")
        self._limits = hints if isinstance(hints, Limits) else Limits() if hints else None
        self._hints: dict[int, _Hints] = {}
        height = max(level.board.height for level in self.levels)
        width = max(level.board.width for level in self.levels)
        self._scenes = [Scene(level, height, width) for level in self.levels]
        self.action_space = gymnasium.spaces.Discrete(len(Direction))
        self.observation_space = gymnasium.spaces.Box(
            0, self.observation.most, self.observation.shape(height, width), np.uint8
        )
        self._number: int | None = None  # of the level in play, from 1
        self._ended = False

    @property
    def lurd(self) -> str:
        """The steps so far."""
        return self._lurd

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Array, Info]:
        """Begin an episode."""
        super().reset(seed=seed)
        chosen = dict(options or {})
        wanted = chosen.pop("level", None)
        if chosen:
            raise ValueError(f"there is no option {', '.join(map(repr, chosen))}; the only one is 'level'")
        if wanted is None:
            wanted = self.np_random.integers(len(self.levels)) + 1
        if not isinstance(wanted, int | np.integer) or not 1 <= wanted <= len(self.levels):
            raise ValueError(f"there is no level {wanted!r}; use a number from 1 to {len(self.levels)}")
        number = int(wanted)
        self._number, self._ended = number, False
        self._scene, self._state = self._scenes[number - 1], self.levels[number - 1].state
        self._lurd = ""
        self._actions = self._pushes = 0
        return self._observe(), self._info(legal=True)

    def step(self, action: np.int64 | int) -> tuple[Array, float, bool, bool, Info]:
        """Return observation, reward, terminated, truncated, and `info`."""
        self._require_play()
        if not self.action_space.contains(action):
            raise ValueError(f"there is no action {action!r}; use 0 (up), 1 (down), 2 (left) or 3 (right)")
        return self._act(Direction(int(action)))

    def waste_action(self) -> tuple[Array, float, bool, bool, Info]:
        """Count an illegal action, and return what `step` returns."""
        self._require_play()
        return self._act(None)

    @property
    def board_text(self) -> str:
        """The board in XSB."""
        return board_text(self._scene.board, self._state)

    def _require_play(self) -> None:
        if self._number is None or self._ended:
            raise ResetNeeded("call reset() before the first step, and after the end of a play")

    def _act(self, direction: Direction | None) -> tuple[Array, float, bool, bool, Info]:
        before = self._state
        self._actions += 1
        legal = direction is not None
        if direction is not None:
            try:
                self._state = step(self._scene.board, before, direction)
            except IllegalStep:
                legal = False
        pushed = is_push(before, self._state)
        if direction is not None and legal:
            self._lurd += direction.letter.upper() if pushed else direction.letter
        self._pushes += pushed
        solved = is_solved(self._scene.board, self._state)
        truncated = not solved and self._actions == self.max_steps
        self._ended = solved or truncated
        reward = self.reward.of(self._scene.board, before, self._state)
        return self._observe(), reward, solved, truncated, self._info(legal=legal)

    def render(self) -> str | Array | None:
        """Return XSB text ('ansi') or pixels ('rgb_array'), or None."""
        if self.render_mode is None:
            return None
        if self._number is None:
            raise ResetNeeded("call reset() before render()")
        if self.render_mode == "ansi":
            return self.board_text
        return self._scene.picture(self._state)

    def _observe(self) -> Array:
        return self._scene.view(self.observation, self._state)

    def _info(self, *, legal: bool) -> Info:
        assert self._number is not None, "a play has begun"
        board, state = self._scene.board, self._state
        mask = np.zeros(len(Direction), dtype=np.int8)
        for direction, _ in steps(board, state):
            mask[direction] = 1
        info: Info = {
            "level": self._number,
            "moves": len(self._lurd),
            "pushes": self._pushes,
            "boxes_on_goals": len(state.boxes & board.goals),
            "lurd": self._lurd,
            "legal": legal,
            "solved": is_solved(board, state),
            "action_mask": mask,
        }
        if self._limits is not None:
            info |= self._hints_of(self._number).of(state)
        if self._ended:  # the other metrics take time that grows with the play
            info |= asdict(replay(self.levels[self._number - 1], self._lurd).metrics)
        return info

    def _hints_of(self, number: int) -> _Hints:
        if number not in self._hints:
            self._hints[number] = _Hints(self.levels[number - 1], self._objective, self._limits or Limits())
        return self._hints[number]


def _levels(levels: Levels) -> Iterator[Level]:
    given = [levels] if isinstance(levels, Level | str) or not isinstance(levels, Iterable) else levels
    every = [level for each in given for level in _read(each)]
    if not every:
        raise ValueError("there is no level to play; give at least one")
    for number, level in enumerate(every, start=1):
        if is_solved(level.board, level.state):
            raise SokobanError(f"level {number} is solved from the start; leave it out")
        yield level


def _read(source: Level | str | Path) -> Iterator[Level]:
    if isinstance(source, Level):
        yield source
    elif isinstance(source, str):
        yield Level.parse(source)
    elif not isinstance(source, Path):
        raise TypeError(f"{source!r} is not a level; use a Level, a text or a Path")
    elif source.is_dir():
        for file in level_files(source):
            try:
                yield from read(file)
            except ParseError as error:
                if error.rule != "F7" or file.suffix.lower() != ".txt":  # a text without levels is passed over
                    raise
    else:
        yield from read(source)
