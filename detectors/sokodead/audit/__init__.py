r"""Audit of deadlock detectors and heuristics on states with known answers.

>>> from sokospec import Level
>>> level = Level.parse("#####\n#@$.#\n#####")
>>> report = audit("touches a wall", lambda level: True, [(level.board, [level.state])])
>>> report.refuted, report.counterexample.solution
(True, 'R')
"""

from __future__ import annotations

from sokodead.audit.figures import Counterexample, HeuristicReport, Phase, Report, Share
from sokodead.audit.heuristic_run import HeuristicClaim
from sokodead.audit.phases import audit, audit_heuristic
from sokodead.audit.programs import Program
from sokodead.audit.replies import CallFailed, Detector, Heuristic, NotCallable, find_function, limit_time
from sokodead.audit.shrink import shrink
from sokodead.audit.truth import Cause, Truth

__all__ = [
    "CallFailed",
    "Cause",
    "Counterexample",
    "Detector",
    "Heuristic",
    "HeuristicClaim",
    "HeuristicReport",
    "NotCallable",
    "Phase",
    "Program",
    "Report",
    "Share",
    "Truth",
    "audit",
    "audit_heuristic",
    "find_function",
    "limit_time",
    "shrink",
]
