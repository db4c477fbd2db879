"""Steps per CPU second of one environment and of 64 at once.

    python experiments/environment_steps.py --levels examples/warehouse.xsb

Actions are random, those of one environment legal. The 64 run in one process. Hints add cost-to-go and optimal actions.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

import gymnasium
import numpy as np

from sokogym import ENV_ID, SokobanEnv


def single_rate(levels: Path, seconds: float, *, hints: bool) -> float:
    """Return the steps per CPU second of one environment."""
    env = SokobanEnv(levels, hints=hints)
    rng = np.random.default_rng(1)
    for number in range(1, len(env.levels) + 1):  # the search for the hints of a level is not a step
        _, info = env.reset(seed=1, options={"level": number})
    steps, began = 0, time.process_time()
    while time.process_time() - began < seconds:
        _, _, terminated, truncated, info = env.step(rng.choice(np.flatnonzero(info["action_mask"])))
        steps += 1
        if terminated or truncated:
            _, info = env.reset()
    return steps / (time.process_time() - began)


def vector_rate(levels: Path, seconds: float, number: int) -> float:
    """Return the steps per CPU second of several environments together."""
    several = gymnasium.make_vec(ENV_ID, num_envs=number, vectorization_mode="sync", levels=levels)
    several.reset(seed=1)
    rng = np.random.default_rng(1)
    steps, began = 0, time.process_time()
    while time.process_time() - began < seconds:
        several.step(rng.integers(4, size=number))
        steps += number
    several.close()
    return steps / (time.process_time() - began)


def main() -> None:
    """Print the rates."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--levels", type=Path, required=True, help="a file or folder of levels")
    parser.add_argument("--seconds", type=float, default=3.0, help="CPU seconds for each rate")
    given = parser.parse_args()
    print(f"one: {single_rate(given.levels, given.seconds, hints=False):,.0f} steps per CPU second")
    print(f"one with hints: {single_rate(given.levels, given.seconds, hints=True):,.0f}")
    print(f"64 (sync): {vector_rate(given.levels, given.seconds, 64):,.0f}")


if __name__ == "__main__":
    main()
