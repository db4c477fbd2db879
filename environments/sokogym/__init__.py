r"""Sokoban as a Gymnasium environment.

>>> from sokogym import SokobanEnv
>>> env = SokobanEnv("######\n#@$ .#\n######")
>>> _, info = env.reset(seed=1)
>>> [int(reward) for _, reward, *_ in (env.step(3), env.step(3))], env.lurd
([-1, -1], 'RR')

>>> import gymnasium
>>> gymnasium.make("sokospec/Sokoban-v0", levels="######\n#@$ .#\n######").unwrapped.spec.id
'sokospec/Sokoban-v0'
"""

from __future__ import annotations

try:
    import gymnasium
except ModuleNotFoundError as error:
    raise ModuleNotFoundError("sokogym needs Gymnasium: pip install gymnasium", name=error.name) from None

from sokogym.environment import SokobanEnv
from sokogym.scene import Observation
from sokogym.scoring import Reward

__all__ = ["ENV_ID", "Observation", "Reward", "SokobanEnv"]

ENV_ID = "sokospec/Sokoban-v0"
"""The name for `gymnasium.make`."""

SMALL_LEVEL = "#######\n# #   #\n#@ $  #\n# .   #\n#   # #\n#######"

if ENV_ID not in gymnasium.registry:  # a module that is loaded again would be warned
    gymnasium.register(ENV_ID, entry_point="sokogym:SokobanEnv", kwargs={"levels": SMALL_LEVEL})
