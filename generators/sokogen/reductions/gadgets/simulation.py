"""Simulation order of gadget states.

docs/background/qbf_network.md ("The gadgets") defines it. A passage is harmful if another between the same ports leads
to a state that simulates its target.
"""

from __future__ import annotations

from functools import cache

from sokogen.reductions.gadgets.automaton import Automaton, Passage
from sokogen.reductions.gadgets.library import LIBRARY


def simulation(automaton: Automaton, goal: str) -> frozenset[tuple[str, str]]:
    r"""Return all pairs (p, q) such that q simulates p.

    >>> diode = Automaton.parse("way: A->B, A->A [jam]\njam: B->B [way]")
    >>> sorted(simulation(diode, "way"))
    [('jam', 'jam'), ('jam', 'way'), ('way', 'way')]
    """
    states = automaton.states
    pairs = {(p, q) for p in states for q in states if q == goal or p != goal}

    def is_answered(one: Passage, q: str) -> bool:
        answers = [after for leaving, after in automaton.exits(q, one.entry) if leaving == one.exit]
        return any((one.after, after) in pairs for after in ([*answers, q] if one.entry == one.exit else answers))

    while True:
        lost = {(p, q) for p, q in pairs if not all(is_answered(one, q) for one in automaton.passages_from(p))}
        if not lost:
            return frozenset(pairs)
        pairs -= lost


def _without_harm(automaton: Automaton) -> Automaton:
    r"""Return the automaton without harmful passages.

    >>> print(_without_harm(Automaton.parse("way: A->B, A->A [jam]\njam: B->B [way]")))
    way: A->B
    jam: B->B [way]
    """
    order = simulation(automaton, automaton.goal)
    kept: set[Passage] = set()
    for one in sorted(automaton.passages):
        rivals = {after for leaving, after in automaton.exits(one.state, one.entry) if leaving == one.exit}
        if one.entry == one.exit:
            rivals.add(one.state)
        # Of states that simulate each other the first one stays; the order of names decides.
        better = (
            (one.after, after) in order and ((after, one.after) not in order or after < one.after) for after in rivals
        )
        if not any(better):
            kept.add(one)
    return Automaton(automaton.states, frozenset(kept))


@cache
def useful(kind: str, start: str, goal: str) -> Automaton:
    """Return the part of an automaton that helps from `start` to `goal`.

    >>> print(useful("DIODE", "way", "way"))
    way: A->B
    >>> print(useful("TOGGLE", "in", "in"))
    in: A->B [out]
    out: B->A [in]
    >>> print(useful("LATCH", "s2", "s2"))
    s2: A->C, C->A, O->O [s0]
    s0: C->A [s2], C->C [s2], I->B [s1], I->I [s1]
    s1: B->I, I->B, O->O [s0]
    """
    full = _without_harm(whole(kind, goal))
    found = [start]
    for state in found:
        found += sorted({one.after for one in full.passages if one.state == state} - set(found))
    states = tuple(state for state in full.states if state in found or state == goal)
    return Automaton(states, frozenset(one for one in full.passages if one.state in found))


@cache
def whole(kind: str, goal: str) -> Automaton:
    """Return a gadget's automaton with one state for each live configuration, the goal first.

    >>> print(whole("DIODE", "way"))
    way: A->A [c1], A->A [jam], A->B
    c1: A->A [jam], A->B [way]
    jam: B->B [c1]
    """
    return LIBRARY[kind].automaton_to(goal)
