"""The behaviour version of the fast engine goes up when its answers or counts change, and only then."""

from __future__ import annotations

import json

from sokosolve.behaviour import BEHAVIOUR
from unit.suites.engine_behaviour import FILE, digest, figures

RECORDED = json.loads(FILE.read_text(encoding="utf-8"))


def test_the_behaviour_version_goes_up_with_every_change_of_answers_and_counts() -> None:
    found = figures()
    changed = {name: (RECORDED["figures"].get(name), figure) for name, figure in found.items()}
    changed = {name: pair for name, pair in changed.items() if pair[0] != pair[1]}
    assert not changed and digest(found) == RECORDED["versions"].get(str(BEHAVIOUR)), (
        f"{changed}: raise BEHAVIOUR in solver/sokosolve/behaviour.py, then run "
        "`python tests/unit/suites/engine_behaviour.py`"
    )


def test_each_version_of_the_behaviour_has_figures_of_its_own() -> None:
    versions = RECORDED["versions"]
    assert list(versions) == [str(number) for number in range(1, BEHAVIOUR + 1)]
    assert len(set(versions.values())) == BEHAVIOUR
