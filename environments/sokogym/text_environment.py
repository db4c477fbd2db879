"""The environment in text, for language models: a board with a legend, and steps as letters."""

from __future__ import annotations

import string
from typing import Any

import gymnasium
import numpy as np

from sokogym.environment import Info, Levels, SokobanEnv
from sokospec import Direction

LEGEND = """\
# wall, . goal, $ box, * box on a goal, @ player, + player on a goal, space: floor
Push every box onto a goal. Answer with one step: u (up), d (down), l (left) or r (right)."""
"""The text below each board."""

_STEPS = {name: each for each in Direction for name in (each.letter, each.name.lower())}
_LONGEST_ANSWER = 80


class SokobanTextEnv(gymnasium.Env[str, str]):
    r"""Levels of Sokoban as an environment whose observations and actions are texts.

    An action is a letter or a word, such as `u` or `UP`; any other text is an illegal action. `info` also has `error`:
    why the last action was illegal, or an empty text. The options are those of `SokobanEnv`.

    >>> env = SokobanTextEnv("######\n#@$ .#\n######")
    >>> text, info = env.reset(seed=1)
    >>> print("\n".join(text.splitlines()[:3]))
    ######
    #@$ .#
    ######
    >>> _, reward, _, _, info = env.step("I push the box")
    >>> reward, info["legal"], info["error"]
    (-1.0, False, "'I push the box' is not a step; answer u, d, l or r")
    >>> [env.step(answer)[2] for answer in ("r", "Right")]
    [False, True]
    """

    metadata = SokobanEnv.metadata

    def __init__(self, levels: Levels, **options: Any) -> None:  # Any: those of `SokobanEnv`
        self._env = SokobanEnv(levels, **options)
        self.render_mode = self._env.render_mode
        most = max((level.board.width + 1) * level.board.height for level in self._env.levels)
        charset = frozenset(string.printable)
        self.observation_space = gymnasium.spaces.Text(most + len(LEGEND) + 1, charset=charset)
        self.action_space = gymnasium.spaces.Text(_LONGEST_ANSWER, min_length=0, charset=charset)

    @property
    def lurd(self) -> str:
        """The steps so far."""
        return self._env.lurd

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[str, Info]:
        """Begin an episode."""
        super().reset(seed=seed)
        _, info = self._env.reset(seed=seed, options=options)
        return self._observe(), info | {"error": ""}

    def step(self, action: str) -> tuple[str, float, bool, bool, Info]:
        """Return observation, reward, terminated, truncated, and `info`."""
        if not isinstance(action, str):
            raise ValueError(f"there is no action {action!r}; use a text")
        direction = _STEPS.get(action.strip().lower())
        if direction is None:
            _, reward, terminated, truncated, info = self._env.waste_action()
            error = f"{_shorten(action)!r} is not a step; answer u, d, l or r"
        else:
            _, reward, terminated, truncated, info = self._env.step(np.int64(direction))
            error = "" if info["legal"] else f"the step {direction.name.lower()} is blocked"
        return self._observe(), reward, terminated, truncated, info | {"error": error}

    def render(self) -> Any:  # Any: as of `SokobanEnv`
        """Return XSB text ('ansi') or pixels ('rgb_array'), or None."""
        return self._env.render()

    def _observe(self) -> str:
        return f"{self._env.board_text}\n{LEGEND}"


def _shorten(answer: str) -> str:
    return answer if len(answer) <= _LONGEST_ANSWER else f"{answer[: _LONGEST_ANSWER - 3]}..."
