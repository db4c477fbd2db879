"""Overapproximation of the rules that a machine can use."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from sokogen.reductions.machines.lba import Machine, Rule, move_head


class Usable(NamedTuple):
    """Symbols of each cell, and the rules by state and cell."""

    symbols: tuple[tuple[str, ...], ...]
    rules: Mapping[tuple[str, int], tuple[Rule, ...]]


def usable(machine: Machine, word: str) -> Usable:
    """Return what can happen if each cell is treated independently.

    >>> rules = (Rule("a", "0", "a", "1", 1), Rule("a", "1", "yes", "1", 0))
    >>> machine = Machine(("a", "yes"), ("0", "1"), "a", "yes", rules)
    >>> for place, rules in usable(machine, "00").rules.items():
    ...     print(place, *rules, sep="; ")
    ('a', 0); a 0 -> a 1 R; a 1 -> yes 1 S
    ('a', 1); a 0 -> a 1 R; a 1 -> yes 1 S
    ('yes', 0)
    ('yes', 1)
    """
    initial = machine.initial(word)
    symbols = [{symbol: None} for symbol in word]
    places = {(initial.state, initial.head): None}
    grown = True
    while grown:
        before = len(places), sum(map(len, symbols))
        for state, cell in list(places):
            for rule in machine.rules:
                if rule.state == state and rule.read in symbols[cell]:
                    symbols[cell][rule.write] = None
                    places[rule.after, move_head(cell, rule.move, len(word))] = None
        grown = before != (len(places), sum(map(len, symbols)))
    rules = {
        (state, cell): tuple(rule for rule in machine.rules if rule.state == state and rule.read in symbols[cell])
        for state, cell in places
    }
    return Usable(tuple(map(tuple, symbols)), rules)
