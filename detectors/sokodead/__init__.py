r"""Deadlock detectors that return evidence for `sokospec.certificates`, or None.

>>> from sokospec import Level
>>> level = Level.parse("#####\n#@ .#\n#$  #\n#####")
>>> [name for name, detector in DETECTORS.items() if detector(level)][:2]
['corner', 'dead-squares']
"""

from __future__ import annotations

from collections.abc import Callable
from types import MappingProxyType

from sokodead.bipartite import bipartite
from sokodead.closed_diagonal import closed_diagonal
from sokodead.corner import corner
from sokodead.corral import corral, pi_corral
from sokodead.dead_alley import dead_alley
from sokodead.dead_squares import dead_squares
from sokodead.deadlock_tables import deadlock_tables
from sokodead.freeze import freeze
from sokodead.frozen import frozen_bipartite, frozen_walls, immobile
from sokodead.local_pattern import local_pattern
from sokodead.no_goal_reachable import no_goal_reachable
from sokodead.one_side import one_side
from sokodead.parked import find_tunnel_pair
from sokodead.subsets import subsets
from sokospec.board import Level
from sokospec.certificates import Evidence

Detector = Callable[[Level], Evidence | None]
"""Says why the state that a level begins with is dead; None when it does not know."""

DETECTORS: MappingProxyType[str, Detector] = MappingProxyType(
    {
        "corner": corner,
        "dead-squares": dead_squares,
        "dead-alley": dead_alley,
        "one-side": one_side,
        "tunnel": find_tunnel_pair,
        "freeze": freeze,
        "closed-diagonal": closed_diagonal,
        "local-pattern": local_pattern,
        "no-goal-reachable": no_goal_reachable,
        "bipartite": bipartite,
        "frozen-walls": frozen_walls,
        "frozen-bipartite": frozen_bipartite,
        "immobile": immobile,
        "corral": corral,
        "pi-corral": pi_corral,
        "deadlock-tables": deadlock_tables,
        "subsets": subsets,
    }
)
"""All detectors by name, the cheap ones first."""


def first_evidence(level: Level) -> tuple[str, Evidence] | None:
    r"""Return the first detector that flags the level, with its evidence, or None.

    >>> first_evidence(Level.parse("#####\n#@$.#\n#####")) is None
    True
    """
    for name, detector in DETECTORS.items():
        evidence = detector(level)
        if evidence is not None:
            return name, evidence
    return None


__all__ = ["DETECTORS", "Detector", "first_evidence"]
