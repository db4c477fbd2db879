"""Unsolvable levels by the first detector that flags them, and those that no detector flags."""

from __future__ import annotations

from random import Random

from sokocheck.suites.effort import count_vain_states, search_states
from sokocheck.suites.entry import SuiteEntry, best_answer
from sokocheck.suites.proofs import optimum
from sokodead import DETECTORS
from sokogen.draws import below, choice, sample
from sokogen.random.benchmark_levels import random_connected_floor
from sokogen.random.level_changes import enlarge
from sokogen.random.random_levels import FloorKind
from sokogen.small.small_levels import build_board, inside_of
from sokospec.answer import Objective, Verdict
from sokospec.board import Level, State
from sokospec.certificates.writing import format_evidence

UNDETECTED = "undetected"
_COMMON = (
    *("corner", "dead-squares", "dead-alley", "one-side", "tunnel", "freeze", "closed-diagonal", "local-pattern"),
    *("no-goal-reachable", "bipartite"),
)
_RARE = (
    *("frozen-walls", "frozen-bipartite", "immobile", "corral", "pi-corral", "deadlock-tables", "subsets"),
    UNDETECTED,
)
"""Groups that few random levels belong to. They need many reachable states, so levels are changed towards that."""
GROUPS = (*_COMMON, *_RARE)
"""The detectors of this version of the suite in order, and `undetected`; a level belongs to the first that fires.

Another detector or order needs another version.
"""
_CHANGES = 40
"""Number of changes of a level to try."""
_FLOOR = 0.7
"""The share of the inside that is floor."""


def attempt(rng: Random, group: str) -> SuiteEntry | None:
    """Return an unsolvable level of a detector's group, or None.

    For rare groups, levels are changed to increase the number of reachable states.
    """
    level = _draw(rng, least=4 if group == UNDETECTED else 2)
    made = enlarge(rng, level, count_vain_states, _CHANGES if group in _RARE else 0)
    if made is None:
        return None
    level = made
    certificate = _certificate(level, group)
    if certificate is None:
        return None
    answer = search_states(level, Objective.PUSHES)
    if answer.verdict is not Verdict.UNSOLVABLE:
        raise AssertionError(f"{answer.verdict}, though no play leads to a solved state:\n{level}")
    answers = dict.fromkeys((Objective.PUSHES, Objective.MOVES), best_answer(answer))
    return SuiteEntry(level, answers, {"states": count_vain_states(level)}, {"unsolvable": certificate})


def _draw(rng: Random, least: int) -> Level:
    side, boxes = 4 + below(rng, 4), least + below(rng, 3)
    floor = random_connected_floor(rng, choice(rng, list(FloorKind)), side, side, round(_FLOOR * side**2))
    goals = sample(rng, floor, boxes)
    *standing, player = sample(rng, floor, boxes + 1)
    walls = set(inside_of(side, side)).difference(floor)
    return Level(build_board(side, side, walls, goals), State(frozenset(standing), player))


def _certificate(level: Level, group: str) -> bytes | None:
    for name in GROUPS[:-1]:
        certificate = _dead_by(level, name)
        if certificate is not None:
            return certificate if name == group else None
    return optimum(level, Objective.PUSHES)[1] if group == UNDETECTED else None


def _dead_by(level: Level, detector: str) -> bytes | None:
    """Return the certificate of a detector for a level, or None."""
    evidence = DETECTORS[detector](level)
    if evidence is None:
        return None
    return "".join(f"{line}\n" for line in format_evidence(level, evidence)).encode("ascii")
