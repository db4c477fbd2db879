r"""Audit of deadlock detectors on states with known answers.

>>> from sokospec import Level
>>> level = Level.parse("#####\n#@$.#\n#####")
>>> report = audit("touches a wall", lambda level: True, [(level.board, [level.state])])
>>> report.refuted, report.counterexample.solution
(True, 'R')
"""

from __future__ import annotations

from sokodead.audit.figures import Counterexample, Phase, Report, Share
from sokodead.audit.phases import audit
from sokodead.audit.programs import Program
from sokodead.audit.replies import Detector, DetectorFailed, NoDetector, find_function, limit_time
from sokodead.audit.shrink import shrink
from sokodead.audit.truth import Cause, Truth

__all__ = [
    "Cause",
    "Counterexample",
    "Detector",
    "DetectorFailed",
    "NoDetector",
    "Phase",
    "Program",
    "Report",
    "Share",
    "Truth",
    "audit",
    "find_function",
    "limit_time",
    "shrink",
]
