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
from sokogym.text_environment import SokobanTextEnv

__all__ = ["ENV_ID", "TEXT_ENV_ID", "Observation", "Reward", "SokobanEnv", "SokobanTextEnv"]

ENV_ID = "sokospec/Sokoban-v0"
"""The name for `gymnasium.make`."""

TEXT_ENV_ID = "sokospec/SokobanText-v0"
"""The name of the environment in text."""

_SMALL_LEVEL = "#######\n# #   #\n#@ $  #\n# .   #\n#   # #\n#######"

for name, entry in ((ENV_ID, "SokobanEnv"), (TEXT_ENV_ID, "SokobanTextEnv")):
    if name not in gymnasium.registry:  # a module that is loaded again would be warned
        gymnasium.register(name, entry_point=f"sokogym:{entry}", kwargs={"levels": _SMALL_LEVEL})
