"""Facts of certificates, proved inductive from single steps.

In a set claimed dead no state is solved, and every step stays in it or reaches a state dead by a fact in `by`. A bound
on pushes is at most 0 in solved states and unchanged by moves. It falls by at most 1 with a push, in a potential with
any step. Backward facts reverse steps and exchange start and end. For groups the best sum over disjoint groups counts;
the checker's greedy choice claims no more.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

import z3

from sokoproof.second_opinion.finding import PROVED, Finding, Malformed, never
from sokoproof.second_opinion.meaning import FactMeaning, TooManyError
from sokoproof.status import Status
from sokospec.certificates.facts import Counting, Fact, Frozen, Groups, Potential, Prices

MILLISECONDS = 20_000
"""The time for one question to z3; a fact takes up to five."""


def prove(meaning: FactMeaning, facts: Iterable[Fact], milliseconds: int = MILLISECONDS) -> Finding:
    r"""Prove facts, each from those that it names; return the first failed finding. Raises `Malformed`.

    >>> from sokospec import Level, Square
    >>> from sokospec.certificates import Pattern, Patterns
    >>> level = Level.parse("#####\n#@ .#\n#$  #\n#####")
    >>> right = [Patterns(1, (Pattern(frozenset({Square(2, 1)}), Square(1, 1)),))]
    >>> prove(FactMeaning(level, right), right).status
    <Status.PROVED: 'proved'>
    >>> wrong = [Patterns(1, (Pattern(frozenset({Square(1, 2)}), Square(1, 1)),))]
    >>> prove(FactMeaning(level, wrong), wrong).part
    'a step leads out of what is dead'
    """
    for fact in facts:
        try:
            for finding in _findings(meaning, fact, milliseconds):
                if finding.status is not Status.PROVED:
                    return replace(finding, fact=fact.number)
        except Malformed as error:
            raise Malformed(f"fact {fact.number}: {error}", fact.number) from None
    return PROVED


def _findings(meaning: FactMeaning, fact: Fact, milliseconds: int) -> Iterator[Finding]:
    if isinstance(fact, Groups):
        meaning.prices_of(fact)
    meaning.scope_of(fact)  # a fact that names what is not there says nothing, whatever else is wrong with it
    meaning.by(fact)
    if isinstance(fact, Potential):
        meaning.inside(fact)
        return
    if isinstance(fact, Frozen):
        yield from _check_frozen(meaning, fact, milliseconds)
        return
    if isinstance(fact, Counting | Prices | Groups) and fact.backwards:
        yield from _dead_backwards(meaning, fact, milliseconds)
    else:
        yield from _dead(meaning, fact, milliseconds)
    if isinstance(fact, Prices | Groups):
        try:
            yield from _needs(meaning, fact, milliseconds)
        except TooManyError:
            yield Finding(Status.UNKNOWN, "too many families of disjoint groups")


def _dead(meaning: FactMeaning, fact: Fact, milliseconds: int) -> Iterator[Finding]:
    system = meaning.system
    before, after = system.frame("before"), system.frame("after")
    dead = z3.And(system.is_state(before), meaning.dead(fact, before))
    yield never(system, "a solved state is said to be dead", milliseconds, [before], dead, system.is_solved(before))
    yield never(
        system,
        "a step leads out of what is dead",
        milliseconds,
        [before, after],
        dead,
        system.step(before, after),
        z3.Not(system.is_push(before, after, meaning.scope_of(fact).fixed)),
        *(z3.Not(meaning.dead(other, after)) for other in [fact, *meaning.by(fact)]),
    )


def _dead_backwards(meaning: FactMeaning, fact: Counting | Prices | Groups, milliseconds: int) -> Iterator[Finding]:
    system = meaning.system
    before, after = system.frame("before"), system.frame("after")
    start = system.constant(meaning.level.state)
    yield never(system, "the first state is said not to come", milliseconds, [start], meaning.dead(fact, start))
    yield never(
        system,
        "a step leads to what cannot be come to",
        milliseconds,
        [before, after],
        system.is_state(before),
        system.step(before, after),
        meaning.dead(fact, after),
        z3.Not(meaning.dead(fact, before)),
    )


def _needs(meaning: FactMeaning, fact: Prices | Groups, milliseconds: int) -> Iterator[Finding]:
    system, setting = meaning.system, meaning.scope_of(fact)
    before, after = system.frame("before"), system.frame("after")
    if fact.backwards:
        end = system.constant(meaning.level.state)
        at_end = z3.BoolVal(True)
        far, near = after, before
    else:
        end = system.frame("end")
        at_end = z3.And(system.is_state(end), system.complete(end), setting.holds(end))
        far, near = before, after
    wrong = meaning.needs(fact, end) > 0
    yield never(system, "the bound is above 0 where play ends", milliseconds, [end], at_end, wrong)
    step = z3.And(
        system.is_state(before),
        system.step(before, after),
        z3.Not(system.is_push(before, after, setting.fixed)),
        setting.holds(before),
        z3.Not(meaning.dead(fact, near)),
    )
    push = system.is_push(before, after)
    here, there = meaning.needs(fact, far), meaning.needs(fact, near)
    if setting.heights:
        part = "a step takes more than 1 off the bound"
        yield never(system, part, milliseconds, [before, after], step, here > there + 1)
        return
    yield never(system, "a move changes the bound", milliseconds, [before, after], step, z3.Not(push), here != there)
    yield never(
        system, "a push takes more than 1 off the bound", milliseconds, [before, after], step, push, here > there + 1
    )


def _check_frozen(meaning: FactMeaning, fact: Frozen, milliseconds: int) -> Iterator[Finding]:
    system, setting = meaning.system, meaning.inside(fact)
    before, after = system.frame("before"), system.frame("after")
    step = z3.And(system.is_state(before), setting.holds(before), system.step(before, after))
    yield never(
        system,
        "a push of a frozen box may not be dead",
        milliseconds,
        [before, after],
        step,
        system.is_push(before, after, fact.pattern.boxes),
        *(z3.Not(meaning.dead(other, after)) for other in meaning.by(fact)),
    )
    yield never(
        system,
        "the player leaves the region of the frozen boxes",
        milliseconds,
        [before, after],
        step,
        z3.Not(system.is_push(before, after, setting.fixed)),
        z3.Not(setting.holds(after)),
    )
