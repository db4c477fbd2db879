"""Behaviour version of the fast engine, stored in the manifests of suites."""

from __future__ import annotations

BEHAVIOUR = 1
"""Increases when answers, counts of states, or certificates may change, and only then.

`tests/unit/suites/test_behaviour.py` fails when it must increase, and says how.
"""
