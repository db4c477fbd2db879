"""Every pair of records that cannot both be true is found, in one file or in two, as a naive judge finds it."""

from __future__ import annotations

import json
from collections.abc import Iterable
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cli.running import sokospec
from sokocheck.reports.contradictions import contradictions
from sokocheck.reports.rows import ResultRow, rows_of

Record = dict[str, Any]  # whatever JSON holds
Said = tuple[object, ...]
"""What a record says, without what it says it of."""

MOVES_FIRST = ("moves", "moves-pushes")


def record(verdict: str, objective: str = "pushes", **columns: object) -> Record:
    """Return a record as `solve --json` and `batch` write them."""
    counts = dict.fromkeys(("moves", "pushes", "lurd", "lower_bound"))
    where = {"file": "a.xsb", "level": 1, "title": ""}
    cost = {"expanded": 1, "generated": 1, "seconds": 0.1, "peak_rss_mib": 1.0}
    return {**where, "verdict": verdict, "objective": objective, **counts, **cost, **columns}


def said(one: Record) -> Said:
    return tuple(one[name] for name in ("objective", "verdict", "moves", "pushes", "lower_bound"))


def refuted(claim: Record, solution: Record, *, exact: bool) -> bool:
    """Say whether a record has a solution that another says there cannot be; `exact` if they are of one level."""
    if solution["verdict"] not in ("OPTIMAL", "SOLVED") or solution["moves"] is None or solution["pushes"] is None:
        return False
    if claim["verdict"] == "UNSOLVABLE":
        return True
    moves_first = claim["objective"] in MOVES_FIRST
    if moves_first and not exact and solution["objective"] not in MOVES_FIRST:
        return False
    order = ("moves", "pushes") if moves_first else ("pushes", "moves")
    paid = [solution[name] for name in order]
    if claim["lower_bound"] is not None and paid[0] < claim["lower_bound"]:
        return True
    if claim["verdict"] != "OPTIMAL" or claim["objective"] == "any" or claim["moves"] is None:
        return False
    price = [claim[name] for name in order]
    whole = "-" in claim["objective"] and (exact or claim["objective"] == solution["objective"])
    return paid < price if whole else paid[0] < price[0]


def quarrels(records: list[Record]) -> set[frozenset[Said]]:
    """Return what pairs of records say that cannot both be true, by looking at all pairs."""
    found = set()
    for one, other in product(records, repeat=2):
        if one is other:
            continue
        digests = [one.get("digest"), other.get("digest")]
        same_place = (one["file"], one["level"]) == (other["file"], other["level"])
        exact = None not in digests and digests[0] == digests[1]
        exact |= same_place and (None in digests or digests[0] == digests[1])
        alike = one.get("key") is not None and one.get("key") == other.get("key")
        if (exact or alike) and refuted(one, other, exact=exact):
            found.add(frozenset([said(one), said(other)]))
    return found


def found_in(files: Iterable[list[Record]]) -> set[frozenset[Said]]:
    """Return the same as `report` finds it in files of records."""

    def told(row: ResultRow) -> Said:
        return str(row.objective), row.verdict, row.moves, row.pushes, row.lower_bound

    rows = []
    with TemporaryDirectory() as folder:
        for number, records in enumerate(files):
            path = Path(folder, f"{number}.jsonl")
            path.write_text("".join(json.dumps(each) + "\n" for each in records), encoding="utf-8")
            rows += rows_of(path)[0]
    return {
        frozenset([told(each.one), told(each.other)]) for each in contradictions(rows) if each.one is not each.other
    }


KINDS = {
    "optimal": record("OPTIMAL", moves=9, pushes=4, lower_bound=4),
    "optimal, less": record("OPTIMAL", moves=9, pushes=2, lower_bound=2),
    "optimal by moves": record("OPTIMAL", "moves", moves=9, pushes=4, lower_bound=9),
    "optimal by moves, less": record("OPTIMAL", "moves", moves=7, pushes=4, lower_bound=7),
    "optimal by both": record("OPTIMAL", "pushes-moves", moves=9, pushes=4, lower_bound=4),
    "optimal by both, less": record("OPTIMAL", "pushes-moves", moves=7, pushes=4, lower_bound=4),
    "any": record("SOLVED", "any", moves=9, pushes=3, lower_bound=1),
    "unsolvable": record("UNSOLVABLE"),
    "unsolvable by moves": record("UNSOLVABLE", "moves"),
    "limit": record("LIMIT_TIME", lower_bound=3),
    "limit by moves": record("LIMIT_MEMORY", "moves", lower_bound=8),
}
SHARED: dict[str, tuple[Record, Record]] = {
    "place": ({}, {}),
    "digest": ({"digest": "d"}, {"digest": "d", "file": "b.xsb", "level": 2}),
    "key": ({"key": "k", "digest": "d"}, {"key": "k", "digest": "e", "file": "b.xsb"}),
    "nothing": ({"key": "k", "digest": "d"}, {"key": "l", "digest": "e"}),
}


@pytest.mark.parametrize("shared", SHARED)
@pytest.mark.parametrize("runs", ["one run", "two runs"])
def test_every_pair_of_claims_is_judged_alike_within_a_run_and_across_runs(runs: str, shared: str) -> None:
    for (one, left), (other, right) in product(KINDS.items(), repeat=2):
        pair = [left | SHARED[shared][0], right | SHARED[shared][1]]
        found = found_in([pair] if runs == "one run" else [[pair[0]], [pair[1]]])
        assert found == quarrels(pair), (one, other)


def test_the_judge_knows_what_the_pairs_are() -> None:
    assert len({pair for one, other in product(KINDS.values(), repeat=2) for pair in quarrels([one, dict(other)])}) > 20


@st.composite
def records_of_a_level(draw: st.DrawFn) -> Record:
    verdict = draw(st.sampled_from(["OPTIMAL", "SOLVED", "UNSOLVABLE", "LIMIT_TIME"]))
    solved = verdict in ("OPTIMAL", "SOLVED")
    pushes = draw(st.integers(1, 3)) if solved else None
    return record(
        verdict,
        draw(st.sampled_from(["pushes", "moves", "pushes-moves", "moves-pushes", "any"])),
        pushes=pushes,
        moves=None if pushes is None else pushes + draw(st.integers(0, 2)),
        lower_bound=None if verdict == "UNSOLVABLE" else draw(st.none() | st.integers(0, 1 if solved else 5)),
        file=draw(st.sampled_from(["a.xsb", "b.xsb"])),
        level=draw(st.integers(1, 2)),
        key=draw(st.sampled_from([None, "k", "l"])),
        digest=draw(st.sampled_from([None, "d", "e"])),
        search=draw(st.sampled_from(["s", "t"])),
        options={"time_limit": draw(st.sampled_from([None, 5.0]))},
    )


@given(st.lists(st.lists(records_of_a_level(), min_size=1, max_size=6), min_size=1, max_size=2))
def test_random_records_are_judged_as_the_naive_judge_does(files: list[list[Record]]) -> None:
    assert found_in(files) == quarrels([each for records in files for each in records])


@pytest.mark.parametrize("other", ["unsolvable", "optimal, less"])
def test_one_file_in_which_two_records_of_a_level_contradict_gives_1(other: str, tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    path.write_text("".join(json.dumps(each) + "\n" for each in (KINDS["optimal"], KINDS[other])), encoding="utf-8")
    done = sokospec("report", str(path))
    assert done.returncode == 1
    assert b"contradiction: a.xsb:1" in done.stdout and b"1 contradiction" in done.stderr
