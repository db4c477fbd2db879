"""Random facts of certificates against the truth: `python tests/corrupted/facts_against_truth.py --facts 10000`.

For each small level all placements of its boxes are known with the pushes that they need. Facts about it are drawn at
random, right and wrong ones; each that the checker accepts is asked about every placement, and may nowhere say more
than is true. Exit code 1 if one does; then it is printed with its level.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import lru_cache
from multiprocessing import get_context
from pathlib import Path
from random import Random

if __name__ == "__main__":  # run as a script: make the folder `tests` importable, as it is for the tests
    sys.path[0] = str(Path(__file__).resolve().parents[1])

from corrupted import naive, samples
from sokogen.draws import below
from sokospec import Level, State
from sokospec.certificates import Fact, Frozen, Potential, Prices
from sokospec.certificates.evidence import Facts
from sokospec.certificates.grid import INFINITE
from sokospec.rules import normalise
from tallies import Added

LISTS = 12  # lists of facts about one level, for the truth about it takes longer to know than they take to check


@dataclass
class Tally(Added):
    """How many facts of each kind were proposed and accepted, and what the accepted ones say of placements."""

    proposed: Counter[str] = field(default_factory=Counter)
    accepted: Counter[str] = field(default_factory=Counter)
    placements: int = 0
    dead: int = 0
    false: list[str] = field(default_factory=list)


def kind_of(fact: Fact) -> str:
    """Return the name of a fact's kind, with its direction and whether it is about a board with frozen boxes."""
    kind = type(fact).__name__.lower() + (" back" if samples.is_backwards(fact) else "")
    return kind + (" in" if fact.within is not None else "")


def lists_about(level: Level, rng: Random) -> Iterator[list[Fact]]:
    """Yield lists of facts about a level, as they are made and with changes after which most are false."""
    for _ in range(LISTS // 2):
        facts = samples.random_facts(level, rng, 8)
        yield facts
        yield samples.other_facts(level, facts, rng)
    of_moves = samples.facts_in_potential(level, rng)
    yield of_moves
    _, facts = samples.accepted_facts(level, samples.some_prices(level, rng) if rng.random() < 0.6 else of_moves)
    prices = [fact for fact in facts if isinstance(fact, Prices)]
    if not prices:
        return
    chosen = prices[below(rng, len(prices))]
    groups = samples.groups_of(level, facts, chosen, 100, 2 + below(rng, 2))
    before = [fact for fact in facts if fact.number <= chosen.number]
    for number in range(LISTS // 2 if groups is not None else 0):
        yield [*before, groups] if groups is not None else []
        groups = samples.other_groups(level, groups, rng) if groups is not None and number % 3 else groups


@lru_cache(maxsize=8)
def all_needed(level: Level, *, of_moves: bool, back: bool) -> list[tuple[State, int, int, float]]:
    """Return every placement of the level's boxes, as masks too, with what it needs: pushes, or moves.

    Of what a fact says of moves, half are pushes, but for play backwards; so it may say twice the pushes at most.
    """
    truth, grid = naive.truth_of(level), Facts(level).board_ground.grid
    right: Mapping[State, float] = truth.from_first if back else truth.to_go
    states: Iterable[State] = truth.known
    if of_moves:
        to_go, from_first = truth.moves
        states = {**to_go, **from_first}
        right = from_first if back else {s: min(n, 2 * right[normalise(level.board, s)]) for s, n in to_go.items()}
    return [(state, grid.mask(state.boxes), grid.mask([state.player]), right.get(state, INFINITE)) for state in states]


def compare(level: Level, known: Facts, accepted: Sequence[Fact], tally: Tally) -> None:
    """Ask each accepted fact about every placement of the level's boxes."""
    for fact in accepted:
        tally.accepted[kind_of(fact)] += 1
        if isinstance(fact, Frozen | Potential):  # says nothing by itself: what is said within it is asked
            continue
        back = samples.is_backwards(fact)
        [bound] = known.bounds([fact.number], backwards=back)
        for state, boxes, player, needed in all_needed(level, of_moves=bound in known.of_moves, back=back):
            found = bound(boxes, player)
            tally.placements += 1
            tally.dead += found >= INFINITE
            if found > needed:
                tally.false.append(f"{fact} says {found} of {state}, which needs {needed}\n{level}")
                break


def compared(seed: str, facts: int) -> Tally:
    """Compare so many random facts, from one source of random numbers."""
    rng, tally = Random(seed), Tally()
    while tally.proposed.total() < facts:
        level = samples.small_level(rng)
        for proposed in lists_about(level, rng):
            tally.proposed.update(map(kind_of, proposed))
            compare(level, *samples.accepted_facts(level, proposed), tally)
    return tally


def _chunk(work: tuple[str, int]) -> Tally:
    return compared(*work)


def main() -> int:
    """Compare random facts with the truth, and print how many of each kind were accepted."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--facts", type=int, default=10_000, help="propose at least so many (10000)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1, help="processes (1)")
    options = parser.parse_args()
    size = 5_000
    work = [(f"{options.seed} {i}", size) for i in range(-(-options.facts // size))]
    tally = Tally()
    with ProcessPoolExecutor(options.jobs, get_context("spawn")) as pool:
        for done, found in enumerate(pool.map(_chunk, work), start=1):
            tally.add(found)
            print(f"{done} of {len(work)}: {len(tally.false)} false", file=sys.stderr, flush=True)
    for kind, count in sorted(tally.proposed.items()):
        print(f"{kind}: {count:,} proposed, {tally.accepted[kind]:,} accepted")
    print(f"{tally.proposed.total():,} facts, {tally.accepted.total():,} accepted; asked about placements")
    print(f"{tally.placements:,} times, {tally.dead:,} of them dead; {len(tally.false)} false", *tally.false, sep="\n")
    return int(bool(tally.false))


if __name__ == "__main__":
    sys.exit(main())
