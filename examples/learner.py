"""A learner of Stable-Baselines3 on small levels, compared with the optimum.

`python examples/learner.py` trains for 512 steps, which take seconds and are too few to learn much; `--steps N` takes
more. It needs `pip install '.[learners]'`.
"""

import argparse

from stable_baselines3 import PPO
from stable_baselines3.common.env_util import make_vec_env

from sokogym import SokobanEnv

LEVELS = [
    "#######\n#@ $ .#\n#######",
    "#######\n#. $ @#\n#######",
    "#######\n#  @  #\n#  $. #\n#     #\n#######",
]


def environment(hints: bool = False) -> SokobanEnv:
    """Return the levels as an environment with short episodes."""
    return SokobanEnv(LEVELS, observation="planes", reward="boxes", max_steps=30, hints=hints)


def train(steps: int, seed: int = 1) -> PPO:
    """Train on four environments at once."""
    learner = PPO("MlpPolicy", make_vec_env(environment, 4, seed), n_steps=32, batch_size=64, seed=seed, device="cpu")
    return learner.learn(steps)


def play(learner: PPO, number: int) -> tuple[bool, int, int, int]:
    """Play a level; return whether it was solved, the optimal and all actions, and the fewest moves."""
    env = environment(hints=True)
    seen, info = env.reset(seed=1, options={"level": number})
    fewest, optimal, actions, ended = info["cost_to_go"], 0, 0, False
    while not ended:
        action = int(learner.predict(seen, deterministic=True)[0])
        optimal += int(info["optimal_actions"][action])
        seen, _, solved, truncated, info = env.step(action)
        actions, ended = actions + 1, solved or truncated
    return info["solved"], optimal, actions, fewest


def main() -> None:
    """Train, play and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=512)
    learner = train(parser.parse_args().steps)
    for number in range(1, len(LEVELS) + 1):
        solved, optimal, actions, fewest = play(learner, number)
        verdict = "solved" if solved else "not solved"
        print(f"level {number}: {verdict}, {optimal} of {actions} actions optimal; the fewest moves are {fewest}")


if __name__ == "__main__":
    main()
