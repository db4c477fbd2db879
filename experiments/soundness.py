"""Our detectors on millions of labelled states: nothing solvable is flagged, and the checker accepts every evidence.

    python experiments/soundness.py --states 10000000 --seed 1 --jobs 2 --out RECORD.json

takes random boards one after the other (2 to 4 boxes, up to 20 floor squares), labels every placement of the boxes and
every region of the player by retrograde analysis, and asks every detector about each solvable state, and about each
dead one until a detector fires. Exit code 1 when a solvable state is flagged or evidence is rejected; Ctrl-C ends the
run with what is done. A detector's evidence is checked once for each board, and then matched with every state that it
is given for.
"""

from __future__ import annotations

import argparse
import json
import signal
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import dataclass, field
from itertools import combinations
from multiprocessing import get_context
from random import Random

from common import runs
from sokocheck.application.outputs import write_text
from sokodead import DETECTORS
from sokodead.audit.truth import Truth
from sokogen.random.random_levels import FloorKind, random_level
from sokospec import Board, Level, Square, State
from sokospec.certificates import Evidence, Rejected
from sokospec.certificates.evidence import Facts
from sokospec.certificates.grid import INFINITE, bits

MOST_FLOOR = 20
BOARDS_AT_ONCE = 20


@dataclass(slots=True)
class Tally:
    """What was tried: states, dead ones, those that are flagged, by the first detector to fire, and every fault."""

    boards: int = 0
    states: int = 0
    dead: int = 0
    first: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)

    @property
    def flagged(self) -> int:
        """How many dead states some detector flags."""
        return self.first.total()

    def add(self, other: Tally) -> None:
        """Count what another tally counts."""
        self.boards += other.boards
        self.states += other.states
        self.dead += other.dead
        self.first += other.first
        self.faults += other.faults


def boards(rng: Random) -> Iterator[Board]:
    """Yield random boards with 2 to 4 goals and up to 20 floor squares within their walls, for ever."""
    while True:
        kind = list(FloorKind)[int(rng.random() * len(FloorKind))]
        height, width, boxes = (3 + int(rng.random() * 3), 3 + int(rng.random() * 4), 2 + int(rng.random() * 3))
        level = random_level(rng, kind=kind, height=height, width=width, boxes=boxes, wall_share=0.4 * rng.random())
        if boxes + 2 <= len(level.board.floor) <= MOST_FLOOR:
            yield level.board


def states(board: Board, truth: Truth) -> Iterator[tuple[Level, bool]]:
    """Yield every placement of the boxes with every region of the player, and whether it is dead."""
    grid, count = truth.grid, len(board.goals)
    solvable = truth.solvable(count)
    for boxes in combinations(sorted(board.floor), count):
        mask = grid.mask(boxes)
        rest = grid.floor & ~mask
        while rest:
            region = grid.reachable(rest & -rest, mask)
            rest &= ~region
            player: Square = grid.squares(next(bits(region)))[0]
            yield Level(board, State(frozenset(boxes), player)), (mask, region) not in solvable


class Checker:
    """Accepts or rejects evidence about states of one board, each piece of evidence looked into once."""

    def __init__(self) -> None:
        """Know nothing yet."""
        self._known: dict[Evidence, tuple[Facts, int]] = {}

    def accepts(self, level: Level, evidence: Evidence) -> bool:
        """Say whether evidence shows a state to be dead."""
        try:
            if evidence not in self._known:
                facts = Facts(level)
                for fact in evidence:
                    facts.add(fact)
                self._known[evidence] = facts, evidence[-1].number
            facts, last = self._known[evidence]
            [bound] = facts.bounds([last])
        except (Rejected, IndexError):
            return False
        grid = facts.board_ground.grid
        return bound(grid.mask(level.boxes), grid.mask([level.player])) >= INFINITE


def try_boards(seed: str, number: int) -> Tally:
    """Try every state of so many boards."""
    tally = Tally()
    source = boards(Random(seed))
    for _ in range(number):
        board = next(source)
        checker = Checker()
        tally.boards += 1
        for level, dead in states(board, Truth(board)):
            tally.states += 1
            tally.dead += dead
            for name, detector in DETECTORS.items():
                evidence = detector(level)
                if evidence is None:
                    continue
                if not dead:
                    tally.faults.append(f"{name} flags a state that can be solved:\n{level}")
                if not checker.accepts(level, evidence):
                    tally.faults.append(f"{name}: evidence rejected:\n{level}\n{evidence}")
                if dead:
                    tally.first[name] += 1
                    break
    return tally


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the experiment and return its exit code."""
    parser = argparse.ArgumentParser(description="Our detectors on millions of labelled states.")
    parser.add_argument("--states", type=int, default=10_000_000, metavar="N", help="how many at least (%(default)s)")
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="which boards (%(default)s)")
    parser.add_argument("--jobs", type=int, default=2, metavar="J", help="processes (%(default)s)")
    runs.add_out(parser)
    options = parser.parse_args(arguments)
    started, tally, chunk = time.monotonic(), Tally(), 0
    with ProcessPoolExecutor(
        options.jobs, get_context("spawn"), signal.signal, (signal.SIGINT, signal.SIG_IGN)
    ) as pool:
        try:
            waiting: list[Future[Tally]] = []
            while tally.states < options.states or waiting:
                while tally.states < options.states and len(waiting) < 2 * options.jobs:
                    waiting.append(pool.submit(try_boards, f"{options.seed} {chunk}", BOARDS_AT_ONCE))
                    chunk += 1
                tally.add(waiting.pop(0).result())
                print(f"{tally.states:,} states, {len(tally.faults)} faults", file=sys.stderr)
        except KeyboardInterrupt:
            pool.shutdown(wait=False, cancel_futures=True)
    for fault in tally.faults:
        print(fault)
    recall = tally.flagged / tally.dead if tally.dead else 1.0
    print(
        f"{tally.boards:,} boards, {tally.states:,} states, {tally.dead:,} dead, {tally.flagged:,} flagged "
        f"({recall:.4%}), {len(tally.faults)} faults"
    )
    if options.out is not None:
        record = {
            "seed": options.seed,
            "seconds": round(time.monotonic() - started, 1),
            "boards": tally.boards,
            "states": tally.states,
            "dead": tally.dead,
            "flagged": tally.flagged,
            "first_to_fire": dict(tally.first.most_common()),
            "faults": tally.faults,
        }
        write_text(options.out, json.dumps(record, indent=1) + "\n")
    return int(bool(tally.faults))


if __name__ == "__main__":
    sys.exit(main())
