"""The checker of certificates against z3: on random facts, on facts in a wrong checker, and on whole certificates."""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any

import pytest
from tools.compare import Tally, compare
from tools.random_facts import random_facts, random_level

from corrupted.samples import accepted_facts, groups_of, other_groups, some_prices
from sokoproof import Malformed, Status, confirm_certificate
from sokoproof.second_opinion.facts import prove
from sokoproof.second_opinion.meaning import FactMeaning
from sokospec import Level
from sokospec.answer import Objective, Verdict
from sokospec.certificates import Prices, dead_patterns, evidence, frozen
from sokospec.certificates.counting import Count
from sokospec.certificates.grid import Grid
from sokospec.certificates.ground import Ground
from sokospec.certificates.prices import PriceBound
from sokospec.certificates.verify import verify
from sokospec.oracle.certificate import solve_with_certificate

FACTS = 250


def compared(seed: int, facts: int) -> Tally:
    random, tally = Random(seed), Tally()
    while tally.verdicts.total() < facts and not tally.differences:
        level = random_level(random)
        compare(level, random_facts(random, level), tally, random)
    return tally


@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.long)])
def test_checker_and_z3_agree_on_random_facts_and_on_what_they_say_of_states(seed: int) -> None:
    tally = compared(seed, FACTS)
    assert tally.differences == []
    kinds = {kind for kind, said, _ in tally.verdicts if said == "accepted"}
    assert {"Patterns", "Patterns by", "Patterns by in", "Frozen", "Frozen by", "Counting", "Prices back"} <= kinds
    assert {proved for _, _, proved in tally.verdicts} == {"proved", "refuted", "malformed"}


@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.long), pytest.param(3, marks=pytest.mark.long)])
def test_z3_proves_the_groups_that_the_checker_accepts_and_refutes_others(seed: int) -> None:
    random, seen = Random(seed), Counter[tuple[bool, Status, bool]]()
    while seen.total() < 32:
        level = random_level(random)
        facts = some_prices(level, random)
        for prices in facts[1:3] if len(level.boxes) > 1 else ():
            assert isinstance(prices, Prices)
            groups = groups_of(level, facts, prices, 99, 2)
            for fact in () if groups is None else (groups, other_groups(level, groups, random)):
                _, accepted = accepted_facts(level, [*facts, fact])
                found = prove(FactMeaning(level, [*facts, fact]), [fact]).status
                assert found is Status.PROVED or fact not in accepted, f"{level}\n{fact}"
                seen[fact in accepted, found, prices.backwards] += 1
    for backwards in (False, True):
        assert seen[True, Status.PROVED, backwards] > 4 and seen[False, Status.REFUTED, backwards] > 0, seen


Wrong = Callable[[pytest.MonkeyPatch], None]


def accepts_every_push(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dead_patterns, "pushes_are_covered", lambda *_: None)


def accepts_every_push_of_frozen_boxes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(frozen, "pushes_are_covered", lambda *_: None)


def forgets_one_direction(monkeypatch: pytest.MonkeyPatch) -> None:
    right = Grid.__init__

    def wrong(grid: Grid, *others: Any) -> None:
        right(grid, *others)
        grid._shifts = grid._shifts[:3] + grid._shifts[:1]

    monkeypatch.setattr(Grid, "__init__", wrong)


def counts_one_goal_too_few(monkeypatch: pytest.MonkeyPatch) -> None:
    right = Count.__init__

    def wrong(count: Count, *others: Any) -> None:
        right(count, *others)
        count._goals -= 1

    monkeypatch.setattr(Count, "__init__", wrong)


def adds_a_price_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    right = PriceBound.__init__

    def wrong(bound: PriceBound, *others: Any) -> None:
        right(bound, *others)
        bound._sum += max(others[2], default=0)  # the prices

    monkeypatch.setattr(PriceBound, "__init__", wrong)


def forgets_the_frozen_boxes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Ground, "holds", lambda ground, boxes, player: not player & ground.fixed)


def forgets_where_the_player_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Ground, "node", lambda ground, box, player: (box, (ground.parts[box] or [0])[0]))


def takes_facts_about_play_backwards_for_others(monkeypatch: pytest.MonkeyPatch) -> None:
    right = evidence.Facts.bounds

    def wrong(facts: evidence.Facts, numbers: Sequence[int], *, backwards: bool = False) -> object:
        return [bound for number in numbers for bound in right(facts, [number], backwards=number in facts._backwards)]

    monkeypatch.setattr(evidence.Facts, "bounds", wrong)


WRONG = [
    accepts_every_push,
    accepts_every_push_of_frozen_boxes,
    forgets_one_direction,
    counts_one_goal_too_few,
    adds_a_price_twice,
    forgets_the_frozen_boxes,
    forgets_where_the_player_is,
    takes_facts_about_play_backwards_for_others,
]


@pytest.mark.parametrize("wrong", WRONG)
def test_a_wrong_checker_is_noticed(monkeypatch: pytest.MonkeyPatch, wrong: Wrong) -> None:
    wrong(monkeypatch)
    assert compared(3, 400).differences


LEVELS = [
    "#######|#@ $ .#|#######",
    "#####|#@$.#|# $ #|#  .#|#####",
    "#####|#@  #|# $.#|#.$ #|#####",
    "#####|#$ .#|#@$.#|#####",
    "####|#@*#|##$#|##.#|####",
]


def certificates(text: str) -> Iterator[str]:
    level = Level.parse(text.replace("|", "\n"))
    for objective in Objective:
        lines: list[bytes] = []
        answer = solve_with_certificate(level, objective, lines.append)
        assert answer.verdict in (Verdict.OPTIMAL, Verdict.SOLVED, Verdict.UNSOLVABLE)
        yield b"".join(lines).decode("ascii")


@pytest.mark.parametrize("text", LEVELS)
def test_the_certificates_of_the_oracle_are_proved(text: str) -> None:
    for certificate in certificates(text):
        assert confirm_certificate(certificate).status is Status.PROVED


@pytest.mark.parametrize("prices", ["0 0", "1 0", "3 0"])
@pytest.mark.parametrize("objective", [Objective.MOVES, Objective.PUSHES])
@pytest.mark.long
def test_a_certificate_with_other_prices_or_without_a_state_is_seen_by_both(objective: Objective, prices: str) -> None:
    whole = list(certificates(LEVELS[1]))[list(Objective).index(objective)]
    lines = whole.replace("prices 1 : 0 0", f"prices 1 : {prices}").splitlines(keepends=True)
    states = [at for at, line in enumerate(lines) if line[0].isdigit()]
    verdicts = []
    for at in [len(lines), *states]:
        wrong = "".join(lines[:at] + lines[at + 1 :])
        accepted = verify(io.BytesIO(wrong.encode("ascii"))).accepted
        verdicts.append((accepted, confirm_certificate(wrong).status is Status.PROVED))
    # where moves count, z3 also knows the states a walk away from a listed one, which the checker wants to be listed
    may_differ = {(False, True)} if objective is Objective.MOVES else set()
    assert set(verdicts) <= {(False, False), (True, True)} | may_differ
    # a solution that is shorter by one push would have the wrong parity, so nothing depends on small wrong prices
    assert (False, False) in verdicts or prices == "0 0" or (prices == "1 0" and objective is Objective.PUSHES)


AT_LEAST = """sokospec certificate 1
claim at-least moves {}
level 1 4
@-$.
forwards
prices 1 : 0
0 : 2 @ 0 : 1
start
end
"""


BACKWARDS = """sokospec certificate 1
claim at-least pushes {}
level 1 5
@-$-.
backwards
prices back 1 : 0
0 : 4 @ 0 : 1
1 : 3 @ 0 : 1
start
end
"""


@pytest.mark.parametrize("text", [AT_LEAST, BACKWARDS])
@pytest.mark.parametrize(("cost", "right"), [(1, True), (2, True), (3, False)])
def test_a_claimed_cost_that_is_too_high_is_refuted(text: str, cost: int, right: bool) -> None:
    assert verify(io.BytesIO(text.format(cost).encode("ascii"))).accepted is right
    assert (confirm_certificate(text.format(cost)).status is Status.PROVED) is right


def test_what_cannot_be_read_is_malformed() -> None:
    with pytest.raises(Malformed, match="cannot be read"):
        confirm_certificate("sokospec certificate 1\nclaim unsolvable\n")
    with pytest.raises(Malformed, match="is not a fact"):
        confirm_certificate(AT_LEAST.format(1).replace("prices", "price"))
