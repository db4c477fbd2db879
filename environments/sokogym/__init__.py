"""Sokoban as a Gymnasium environment, by the rules of the reference engine: `pip install 'sokospec[gymnasium]'`.

>>> from sokogym import SokobanEnv
>>> env = SokobanEnv("######\\n#@$ .#\\n######")
>>> _, info = env.reset(seed=1)
>>> [int(reward) for _, reward, *_ in (env.step(3), env.step(3))], env.lurd
([-1, -1], 'RR')
"""

from __future__ import annotations

try:
    import gymnasium  # noqa: F401  # to see whether it is installed
except ModuleNotFoundError as error:
    raise ModuleNotFoundError("sokogym needs Gymnasium: pip install 'sokospec[gymnasium]'", name=error.name) from None

from sokogym.environment import SokobanEnv
from sokogym.scene import Observation
from sokogym.scoring import Reward

__all__ = ["Observation", "Reward", "SokobanEnv"]
