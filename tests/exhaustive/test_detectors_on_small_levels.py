"""Recall and soundness of the detectors on states of all levels with a 3x3 inside and up to three boxes.

Every 200th level here; `python experiments/detectors.py` takes the states of all of them, 47,581.
"""

from __future__ import annotations

from itertools import islice

import pytest

from detectors import WHOLE_GAME, labelled, measure, table
from sokodead import DETECTORS
from sokogen.small.small_levels import interior_levels


@pytest.mark.long
def test_only_dead_states_are_flagged_with_accepted_evidence_and_at_least_95_of_100_of_them() -> None:
    rows = {row.detector: row for row in measure(labelled(islice(interior_levels(3, 3, 3), 0, None, 200)))}
    assert {(row.false_positives, row.rejected) for row in rows.values()} == {(0, 0)}
    assert all(rows[name].flagged for name in DETECTORS)
    assert rows["all"].dead >= 400
    for name in ("all", "all but " + " and ".join(WHOLE_GAME)):
        assert rows[name].flagged >= 0.95 * rows[name].dead
    assert [line.split(" | ")[0][2:] for line in table(list(rows.values())).splitlines()[4:]] == list(rows)
