"""Compare the records of `policy` and `dataset` with a table of certified optima.

    cd BOXOBAN
    sokospec policy unfiltered/test --out TABLES
    python experiments/optima/first_states.py TABLES --records docs/records/boxoban/unfiltered_test.tsv.xz

prints levels, differences, states, seconds and memory by objective. Exit code 1 if an optimum differs, 3 if a level of
a record is open or not in the tables of optima.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from sokocheck.batch.results_file import Record, records_of
from sokocheck.optima.table import OptimaTable, Optimum
from sokospec import Level
from sokospec.answer import Objective, Verdict
from sokospec.formats import read


class FirstState(NamedTuple):
    """The cost that a record has for the first state of a level; None without a result."""

    place: tuple[str, int]
    objective: Objective
    cost: tuple[int, ...] | None
    record: Record


def first_states(record: Record) -> Iterator[FirstState]:
    """Yield the first state for each objective of a record."""
    place, plays = (str(record["file"]), int(record["level"])), record.get("plays")
    for each in plays or [record]:
        if (name := each["objective"]) == "all":
            return
        objective = Objective(name)
        has_cost = each.get("verdict", record["verdict"]) == Verdict.OPTIMAL
        cost = tuple(int(each[count]) for count in objective.counts) if has_cost else None
        yield FirstState(place, objective, cost, record)


class Certified:
    """Tables of optima, for levels of files."""

    def __init__(self, paths: Sequence[Path]) -> None:
        self._tables = [OptimaTable(path) for path in paths]
        self._levels: dict[str, dict[int, Level]] = {}
        self._optima: dict[tuple[str, int], Mapping[Objective, Optimum]] = {}

    def optimum(self, place: tuple[str, int], objective: Objective) -> tuple[int, ...] | None:
        """Return the optimum of a level, None if it is in no table."""
        if place not in self._optima:
            file, number = place
            if file not in self._levels:
                self._levels[file] = dict(enumerate(read(file), start=1))
            known = [table.look_up(self._levels[file][number]) for table in self._tables]
            self._optima[place] = next((each.optima for each in known if each is not None), {})
        optimum = self._optima[place].get(objective)
        return None if optimum is None else optimum.cost(objective)


def compare(states: Sequence[FirstState], certified: Certified) -> Counter[str]:
    """Return how many first states agree, differ, are open, or have no certified optimum; print those that differ."""
    counts: Counter[str] = Counter()
    for state in states:
        optimum = certified.optimum(state.place, state.objective)
        if state.cost is None:
            counts["open"] += 1
        elif optimum is None:
            counts["not certified"] += 1
        elif state.cost == optimum:
            counts["equal"] += 1
        else:
            counts["different"] += 1
            print(f"{state.place[0]}:{state.place[1]}: {state.cost} for {state.objective}, not {optimum}")
    return counts


def summarise(states: Sequence[FirstState], counts: Counter[str], folder: Path) -> str:
    """Return the counts, and the sums of the records."""
    records = [state.record for state in states]
    text = f"{len(states):,} levels: {counts['equal']:,} equal, {counts['different']:,} different"
    for name in ("open", "not certified"):
        text += f", {counts[name]:,} {name}" if counts[name] else ""
    seconds = sum(record["seconds"] or 0 for record in records)
    peak = max((record["peak_rss_mib"] or 0 for record in records), default=0)
    text += f"; {seconds:,.1f} s, at most {peak:,.0f} MiB"
    if any("states" in record for record in records):
        numbers = sorted(record["states"] or 0 for record in records)
        dead = sum(record["dead"] or 0 for record in records)
        files = sum((folder / record["table"]).stat().st_size for record in records if record["table"])
        text += f"; {sum(numbers):,} states, {dead:,} dead, median {numbers[len(numbers) // 2]:,}, most {numbers[-1]:,}"
        text += f"; {sum(numbers) / max(seconds, 1e-9):,.0f} states per second, {files / 2**20:,.1f} MiB of tables"
    return text


def main() -> int:
    """Print the comparison and return the exit code."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("folder", type=Path, help="the folder of --out, with _records.jsonl")
    parser.add_argument("--records", type=Path, action="append", required=True, help="a table of certified optima")
    given = parser.parse_args()
    certified = Certified(given.records)
    every: dict[Objective, dict[tuple[str, int], FirstState]] = {}
    for record in records_of(given.folder / "_records.jsonl"):
        for state in first_states(record):
            every.setdefault(state.objective, {})[state.place] = state
    total: Counter[str] = Counter()
    for objective, states in every.items():
        counts = compare(list(states.values()), certified)
        print(f"{objective}: {summarise(list(states.values()), counts, given.folder)}")
        total += counts
    return 1 if total["different"] else 3 if total["open"] or total["not certified"] or not total else 0


if __name__ == "__main__":
    sys.exit(main())
