"""The behaviour version of the fast engine, by which manifests of suites name it."""

from __future__ import annotations

BEHAVIOUR = 1
"""Goes up by one when answers, counts of states, or certificates may change; not for other changes of the sources.

`tests/unit/suites/test_behaviour.py` fails when it must go up, and says how.
"""
