"""The checker of certificates and z3 about the same random facts: `python -m tools.compare --facts 1000 --seed 1`.

This module alone knows the checker. They must agree on each fact, accepted or not, and on what it says of states.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random

import z3
from tools.random_facts import random_facts, random_level, random_state

from sokoproof.second_opinion.facts import prove
from sokoproof.second_opinion.finding import Malformed
from sokoproof.second_opinion.meaning import FactMeaning
from sokoproof.status import Status
from sokospec.board import Level, State
from sokospec.certificates import Rejected
from sokospec.certificates.evidence import Facts
from sokospec.certificates.facts import Fact, Frozen, Prices
from sokospec.certificates.grid import INFINITE

STATES = 8
"""So many states are tried for each fact that both accept."""


@dataclass
class Tally:
    """What came of comparing: how often each kind of fact had which verdicts, and where they differ."""

    verdicts: Counter[tuple[str, str, str]] = field(default_factory=Counter)
    states: Counter[str] = field(default_factory=Counter)
    only_with_all_boxes: int = 0
    differences: list[str] = field(default_factory=list)


def compare(level: Level, facts: Sequence[Fact], tally: Tally, random: Random) -> None:
    """Compare the verdicts about facts, up to the first that either refuses, and what the accepted ones say of states.

    >>> tally, level = Tally(), Level.parse("#####\\n#@ .#\\n#$  #\\n#####")
    >>> compare(level, [Prices(1, (0,)), Prices(2, (0, 0))], tally, Random(1))
    >>> sorted(tally.verdicts), tally.differences
    ([('Prices', 'accepted', 'proved'), ('Prices', 'rejected', 'malformed')], [])
    """
    checker = Facts(level)
    meaning = FactMeaning(level, facts)
    for fact in facts:
        kind = type(fact).__name__ + (" by" if getattr(fact, "by", ()) else "")
        kind += " in" if fact.within is not None else ""
        kind += " back" if getattr(fact, "backwards", False) else ""
        accepted = _accepted(checker, fact)
        proved = _proved(meaning, fact)
        tally.verdicts[kind, "accepted" if accepted else "rejected", proved] += 1
        if accepted != (proved == Status.PROVED):
            tally.differences.append(f"{level}\n{facts}\nfact {fact.number}: {accepted=}, {proved}")
        if not accepted and proved == Status.REFUTED:
            with_all = FactMeaning(level, facts, len(level.boxes))
            tally.only_with_all_boxes += prove(with_all, [fact]).status is Status.PROVED
        if not accepted or proved != Status.PROVED:
            return
        if not isinstance(fact, Frozen):
            for _ in range(STATES):
                state = random_state(random, level)
                said = _says(checker, fact, state)
                tally.states["dead" if said == "dead" else "not dead"] += 1
                if said != _means(meaning, fact, state):
                    tally.differences.append(f"{level}\n{facts}\nfact {fact.number}: {said} of {state}")


def _accepted(checker: Facts, fact: Fact) -> bool:
    try:
        checker.add(fact)
    except Rejected:
        return False
    return True


def _proved(meaning: FactMeaning, fact: Fact) -> str:
    try:
        return str(prove(meaning, [fact]).status)
    except Malformed:
        return "malformed"


def _says(checker: Facts, fact: Fact, state: State) -> str:
    """Return what the checker says of a state by a fact."""
    grid = checker.board_ground.grid
    [bound] = checker.bounds([fact.number], backwards=getattr(fact, "backwards", False))
    pushes = bound(grid.mask(state.boxes), grid.mask([state.player]))
    return "dead" if pushes == INFINITE else f"at least {pushes} pushes"


def _means(meaning: FactMeaning, fact: Fact, state: State) -> str:
    """Return the same by the formulas."""
    frame = meaning.system.constant(state)
    if str(z3.simplify(meaning.dead(fact, frame))) == "True":
        return "dead"
    about = str(z3.simplify(meaning.scope_of(fact).holds(frame))) == "True"
    pushes = z3.simplify(meaning.needs(fact, frame)) if isinstance(fact, Prices) and about else 0
    return f"at least {pushes} pushes"


def main() -> None:
    """Compare facts by the thousand and print how often the two agree."""
    parser = argparse.ArgumentParser(prog="python -m tools.compare", description=main.__doc__)
    parser.add_argument("--facts", type=int, default=1000, help="compare at least so many facts (1000)")
    parser.add_argument("--seed", type=int, default=1, help="seed of the random levels and facts (1)")
    chosen = parser.parse_args()
    random, tally, started = Random(chosen.seed), Tally(), time.monotonic()
    while tally.verdicts.total() < chosen.facts and not tally.differences:
        level = random_level(random)
        compare(level, random_facts(random, level), tally, random)
    for (kind, said, proved), number in sorted(tally.verdicts.items()):
        print(f"{kind:18} {said} {proved:10}{number:7}")
    print(f"facts              {tally.verdicts.total():>7}, in {time.monotonic() - started:.0f} s")
    print(f"states             {tally.states.total():>7}, of which dead {tally.states['dead']}")
    print(f"differences        {len(tally.differences):>7}")
    print(f"rejected, yet inductive in states with all boxes {tally.only_with_all_boxes}")
    print(*tally.differences, sep="\n")


if __name__ == "__main__":
    main()
