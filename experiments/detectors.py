"""The deadlock detectors on every state of small levels: what they find, with which evidence, and what a call costs.

    python experiments/detectors.py --height 3 --width 3 --boxes 3 --out RECORD.json

prints a table with one row for each detector and writes the same figures as JSON. With `--every N` only every N-th
state is tried. Every flag's evidence is checked; a flag on a state that is not dead, or one whose evidence is
rejected, ends the run with exit code 1.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from itertools import islice
from pathlib import Path

from common import documents, markdown, runs
from sokocheck.application.outputs import write_text
from sokodead import DETECTORS, Detector
from sokodead.audit.figures import Share
from sokogen.small.small_levels import interior_levels
from sokospec import Board, Level, SokobanError, State, normalise
from sokospec.certificates import check_evidence
from sokospec.oracle.graph import state_graph

WHOLE_GAME = ("deadlock-tables", "subsets")
"""The detectors that play, with as many boxes as these levels have, the whole game; their recall here says little."""


@dataclass(slots=True, kw_only=True)
class Figures(Share):
    """What one detector did."""

    detector: str
    states: int = 0
    false_positives: int = 0
    rejected: int = 0
    seconds: float = 0.0
    kinds: dict[str, int] = field(default_factory=dict)


def labelled(levels: Iterable[Level]) -> Iterator[tuple[Level, bool]]:
    """Yield each normalised state of the levels once, as a level, with whether the oracle says that it is dead.

    Levels on the same board must come one after the other.
    """
    board: Board | None = None
    dead: dict[State, bool] = {}
    told: set[State] = set()
    for level in levels:
        if level.board != board:
            board, dead, told = level.board, {}, set()
        state = normalise(level.board, level.state)
        if state in told:
            continue
        told.add(state)
        if state not in dead:
            graph = state_graph(level)
            dead.update(zip(graph.states, (distance is None for distance in graph.distance), strict=True))
        yield Level(level.board, state), dead[state]


def measure(states: Iterable[tuple[Level, bool]], detectors: Mapping[str, Detector] = DETECTORS) -> list[Figures]:
    """Return the figures of each detector, then those of all together, and of all that do not play the whole game."""
    rows = {name: Figures(detector=name) for name in (*detectors, "all", "all but " + " and ".join(WHOLE_GAME))}
    local = list(rows.values())[-1]
    for level, dead in states:
        fired = set()
        for row in rows.values():
            row.states += 1
            row.dead += dead
        for name, detector in detectors.items():
            row = rows[name]
            before = time.perf_counter()
            evidence = detector(level)
            row.seconds += time.perf_counter() - before
            if evidence is None:
                continue
            fired.add(name)
            row.flagged += 1
            kind = " + ".join(dict.fromkeys(type(fact).__name__ for fact in evidence))
            row.kinds[kind] = row.kinds.get(kind, 0) + 1
            if not dead:
                row.false_positives += 1
                print(f"{name} flags a state that can be solved:\n{level}", file=sys.stderr)
            try:
                check_evidence(level, evidence)
            except SokobanError as error:
                row.rejected += 1
                print(f"{name}: evidence rejected: {error}\n{level}\n{evidence}", file=sys.stderr)
        rows["all"].flagged += bool(fired)
        local.flagged += bool(fired.difference(WHOLE_GAME))
    return list(rows.values())


def table(rows: Sequence[Figures]) -> str:
    """Return the figures as a Markdown table, below a line of what is the same for all detectors."""
    wrong = f"{sum(row.false_positives for row in rows)} false, {sum(row.rejected for row in rows)} rejected"
    cells = []
    for row in rows:
        cost = f"{1e6 * row.seconds / row.states:.0f}" if row.seconds else ""
        kinds = ", ".join(sorted(row.kinds, key=row.kinds.__getitem__, reverse=True))
        cells.append([row.detector, f"{row.flagged:,}", f"{1 if row.recall is None else row.recall:.2%}", cost, kinds])
    heads = "detector | flagged | recall | µs per call | evidence"
    figures = markdown.table(heads, cells, left=["detector", "evidence"])
    return f"{rows[0].states:,} states, {rows[0].dead:,} of them dead: {wrong}.\n\n{figures}"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the experiment and return its exit code."""
    parser = argparse.ArgumentParser(description="What the deadlock detectors find in all small levels.")
    parser.add_argument("--height", type=int, default=3, help="rows inside the outer wall (3)")
    parser.add_argument("--width", type=int, default=3, help="columns inside the outer wall (3)")
    parser.add_argument("--boxes", type=int, default=3, help="the largest number of boxes (3)")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="only every N-th state (1)")
    runs.add_out(parser)
    parser.add_argument("--into", type=Path, metavar="FILE", help="the document whose table is to be replaced")
    options = parser.parse_args(arguments)
    states = labelled(interior_levels(options.height, options.width, options.boxes))
    rows = measure(islice(states, 0, None, options.every))
    print(table(rows))
    if options.into:
        documents.replace(options.into, "table", table(rows))
    if options.out:
        parameters = {name: value for name, value in vars(options).items() if name not in ("out", "into")}
        record = {"parameters": parameters, "rows": [asdict(row) | {"recall": row.recall} for row in rows]}
        write_text(options.out, json.dumps(record, indent=1) + "\n")
    return int(any(row.false_positives or row.rejected for row in rows))


if __name__ == "__main__":
    sys.exit(main())
