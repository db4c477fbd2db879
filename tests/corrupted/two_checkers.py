"""Certificates on which both checkers must say the same: right ones, wrong ones, and random ones.

`python tests/corrupted/two_checkers.py --count 2000 --seed 1` tries so many random lists of facts and closed sets about
small levels, and changes of form and content of certificates of larger ones. Exit code 1 if the checkers disagree; then
the texts are printed.
"""

from __future__ import annotations

import argparse
import gzip
import io
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import asdict
from functools import cache
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parents[2]))  # so that it runs as a script
sys.path.insert(0, str(Path(__file__).parents[1]))

from tools.random_facts import random_facts as facts_by_kind

from corrupted.areas import areas
from corrupted.corrupt import CHANGES, corrupted
from corrupted.samples import (
    accepted_facts,
    certificates_of,
    explored,
    facts_in_potential,
    groups_of,
    meeting_certificate,
    other_groups,
    random_facts,
    sample,
    small_level,
    some_prices,
)
from mutants.checker.changes import CHANGES_OF_FORM
from mutants.checker.meetings import careless_balance
from sokogen.draws import below
from sokogen.random.random_levels import solvable_level
from sokosolve.certify.certificate import solve_with_certificate
from sokospec import Level, State
from sokospec.answer import Objective
from sokospec.certificates import Frozen, Groups, Potential, Prices
from sokospec.certificates.facts import Fact
from sokospec.certificates.text import Claim
from sokospec.certificates.verify import verify
from sokospec.certificates.writing import format_fact, format_head
from sokospec.limits import Limits
from sokoverify import verify as verify_fast

MOST_STATES = 1500
Texts = Callable[[Random], bytes]


def difference(data: bytes, limits: Limits | None = None) -> tuple[str | None, bool]:
    """Return what the checkers say if they disagree, None if not, and whether the certificate is accepted."""
    one, other = verify(io.BytesIO(data)), verify_fast(io.BytesIO(data), None, limits)
    same = asdict(one) == asdict(other)
    if limits is not None:  # shares are gone through in turn: the first thing that is wrong depends on how many
        same = (one.accepted, one.claim, one.facts) == (other.accepted, other.claim, other.facts)
    return None if same else f"{one}\n{other}", one.accepted


def lists_of_facts(rng: Random) -> bytes:
    """Return facts of all sorts, true ones and others, and a claim that rests on one of them."""
    level = small_level(rng)
    sort = rng.random()
    facts: list[Fact]
    if sort < 0.3:
        facts = facts_by_kind(rng, level)
    elif sort < 0.5:
        facts = random_facts(level, rng, 5)
    else:
        facts = some_prices(level, rng)
        _, facts = accepted_facts(level, facts)
        chosen = [fact for fact in facts if isinstance(fact, Prices)]
        if chosen:
            prices = chosen[below(rng, len(chosen))]
            groups = groups_of(level, facts, prices, 90, 2 + (rng.random() < 0.4))
            for _ in range(below(rng, 3) if groups is not None else 0):
                groups = other_groups(level, groups, rng) if groups is not None else None
            facts = facts if groups is None else [*facts, groups]
    if rng.random() < 0.7:
        _, facts = accepted_facts(level, facts)
    return _about(rng, level, facts)


def _about(rng: Random, level: Level, facts: Sequence[Fact]) -> bytes:
    """Return a certificate with facts and some states, about the level or with the boxes elsewhere at first."""
    backwards = rng.random() < 0.4
    state = level.state
    if not backwards and rng.random() < 0.8 and not any(getattr(fact, "backwards", False) for fact in facts):
        state = _some_state(rng, level)
    level = Level(level.board, state)
    pushes = below(rng, 12 if rng.random() < 0.5 else 4)
    claim = Claim("unsolvable") if rng.random() < 0.2 else Claim("at-least", Objective.PUSHES, (pushes,))
    named = [fact.number for fact in facts if not isinstance(fact, Frozen)]
    is_second = any(isinstance(fact, Groups | Potential) for fact in facts)
    lines = [*format_head(level, claim, None, backwards=backwards, is_second_version=is_second)]
    lines += [line for fact in facts for line in format_fact(level.board, fact)]

    def some() -> str:
        listed = [number for number in named if rng.random() < 0.7]
        return f" : {' '.join(map(str, listed))}" if listed else ""

    for _ in range(below(rng, 3) if rng.random() < 0.4 else 0):
        boxes, player = _some_state(rng, level)
        names = [str(row * level.board.width + column) for row, column in [*sorted(boxes), player]]
        line = f"{below(rng, 9)} : {' '.join(names[:-1])} @ {names[-1]}{some()}"
        closing = f" : {' '.join(names[: 1 + below(rng, len(boxes))])}"
        lines.append(line + closing if line.count(" : ") == 2 and rng.random() < 0.4 else line)
    return "\n".join([*lines, f"start{some()}", "end", ""]).encode("ascii")


def _some_state(rng: Random, level: Level) -> State:
    placed = sample(rng, level.board.floor, len(level.boxes) + 1)
    player = sorted(placed)[below(rng, len(placed))]
    return State(placed - {player}, player)


def sets_of_states(rng: Random) -> bytes:
    """Return a certificate of a small level, as the engines write it or with facts and closing boxes at random."""
    level = small_level(rng)
    texts = [text for back in (False, True) if (text := explored(level, rng, backwards=back)) is not None]
    if not texts or rng.random() < 0.3:
        texts = [*certificates_of(level)]
    text = texts[below(rng, len(texts))]
    return text.encode("ascii") if rng.random() < 0.3 else _changed(rng, [text])


def _changed(rng: Random, texts: Sequence[str]) -> bytes:
    """Return a certificate with its content or its form changed, packed now and then."""
    if rng.random() < 0.6:
        return corrupted(rng, texts, CHANGES)[1]
    lines = texts[below(rng, len(texts))].split("\n")[:-1]
    CHANGES_OF_FORM[below(rng, len(CHANGES_OF_FORM))](rng, lines, texts[below(rng, len(texts))].split("\n")[:-1])
    data = "\n".join([*lines, ""]).encode()
    return gzip.compress(data, mtime=0) if rng.random() < 0.2 else data


@cache
def larger_certificates(count: int = 12) -> list[str]:
    """Return certificates of levels with more squares than a word has bits, for all objectives."""
    rng, found = Random(5), list[str]()
    while len(found) < count:
        level = solvable_level(rng, height=8, width=11, boxes=4, wall_share=0.2, pulls=40).level
        for number, objective in enumerate((*list(Objective)[:4], Objective.PUSHES, Objective.MOVES)):
            parts: list[bytes] = []
            write_one = meeting_certificate if number == 5 else solve_with_certificate
            write_one(level, objective, parts.append, Limits(cpu=2))
            text = b"".join(parts).decode("ascii")
            if len(level.board.floor) > 60 and 10 < text.count("\n") <= MOST_STATES:
                found.append(text)
    return found


def changes_of_larger_ones(rng: Random) -> bytes:
    """Return a certificate of a larger level with something changed."""
    return _changed(rng, larger_certificates())


def balances_and_potentials(rng: Random) -> bytes:
    """Return a certificate of two sides that meet, balanced by prices, or a claim by facts in a potential."""
    level = small_level(rng)
    while len(level.boxes) > 2:
        level = small_level(rng)
    made = careless_balance(level, rng) if rng.random() < 0.4 else None
    if made is not None:
        return made[0].encode("ascii") if rng.random() < 0.5 else _changed(rng, [made[0]])
    facts = facts_in_potential(level, rng)
    _, accepted = accepted_facts(level, facts)
    chosen = [fact for fact in accepted if isinstance(fact, Prices)]
    groups = groups_of(level, accepted, chosen[below(rng, len(chosen))], 90, 2) if chosen else None
    for _ in range(below(rng, 3) if groups is not None else 0):
        groups = other_groups(level, groups, rng) if groups is not None else None
    facts = accepted if rng.random() < 0.7 else facts
    facts = facts if groups is None else [*facts, groups]
    objective = (Objective.MOVES, Objective.PUSHES_MOVES, Objective.MOVES_PUSHES, Objective.PUSHES)[below(rng, 4)]
    claim = Claim("at-least", objective, tuple(below(rng, 9) for _ in objective.split("-")))
    lines = [*format_head(level, claim, None, is_second_version=True)]
    lines += [line for fact in facts for line in format_fact(level.board, fact)]
    named = [
        fact for fact in facts if not isinstance(fact, Frozen | Potential) and not getattr(fact, "backwards", False)
    ]
    start = f"start : {named[below(rng, len(named))].number}" if named else "start"
    return "\n".join([*lines, start, "end", ""]).encode("ascii")


SORTS: dict[str, Texts] = {
    "facts": lists_of_facts,
    "states": sets_of_states,
    "larger": changes_of_larger_ones,
    "potentials": balances_and_potentials,
    "areas": areas,
}


def main() -> int:
    """Compare the checkers, and print how many certificates of each sort were accepted and rejected."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--count", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--sort", choices=[*SORTS], action="append", help="only these")
    arguments = parser.parse_args()
    wrong = 0
    for sort in arguments.sort or SORTS:
        counts = Counter[bool]()
        for number in range(arguments.count):
            data = SORTS[sort](Random(f"{arguments.seed} {sort} {number}"))
            found, accepted = difference(data)
            counts[accepted] += 1
            if found is not None:
                wrong += 1
                print(f"DISAGREED, {sort} {number}: {found}\n{data.decode('latin-1')}")
        print(f"{sort}: {counts[True]:,} accepted, {counts[False]:,} rejected", flush=True)
    print(f"{wrong} on which the checkers disagree")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
