"""Automata of gadgets: states, and passages of the player from port to port.

Turning back at the entry is not listed. Box configurations with equal passages are one state.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from sokospec.errors import SokobanError


class Passage(NamedTuple):
    """Passage between ports in a state, and the state after it.

    >>> str(Passage("s0", "A", "B", "s1")), str(Passage("s0", "A", "B", "s0"))
    ('A->B [s1]', 'A->B')
    """

    state: str
    entry: str
    exit: str
    after: str

    def __str__(self) -> str:
        return f"{self.entry}->{self.exit}" + ("" if self.after == self.state else f" [{self.after}]")


@dataclass(frozen=True, slots=True)
class Automaton:
    r"""States, the goal's first, and passages.

    >>> toggle = Automaton.parse("off: A->B [on]\non: B->A [off]")
    >>> toggle.exits("off", "A")
    (('B', 'on'),)
    >>> print(toggle)
    off: A->B [on]
    on: B->A [off]
    """

    states: tuple[str, ...]
    passages: frozenset[Passage]

    @property
    def goal(self) -> str:
        return self.states[0]

    def exits(self, state: str, entry: str) -> tuple[tuple[str, str], ...]:
        return tuple(
            sorted((one.exit, one.after) for one in self.passages if one.state == state and one.entry == entry)
        )

    def passages_from(self, state: str) -> list[Passage]:
        return sorted(passage for passage in self.passages if passage.state == state)

    @classmethod
    def parse(cls, table: str) -> Automaton:
        """Return the automaton of a table, the goal state first. A trailing comma continues a line."""
        rows: dict[str, list[Passage]] = {}
        for number, line in enumerate(re.sub(r",\s*\n", ", ", table.strip()).splitlines(), 1):
            state, colon, rest = (part.strip() for part in line.partition(":"))
            if not colon or not re.fullmatch(r"\w+", state):
                raise SokobanError(f"line {number} of the table is not 'STATE: PASSAGES': {line!r}")
            if state in rows:
                raise SokobanError(f"line {number} of the table: state {state} has a line already")
            rows[state] = [_passage(state, text.strip(), number) for text in rest.split(",") if rest]
        for passage in (passage for row in rows.values() for passage in row):
            if passage.after not in rows:
                raise SokobanError(f"the table has no line for state {passage.after}, to which {passage} leads")
        return cls(tuple(rows), frozenset(passage for row in rows.values() for passage in row))

    def __str__(self) -> str:
        return "\n".join(f"{state}: {', '.join(map(str, self.passages_from(state)))}".rstrip() for state in self.states)


def _passage(state: str, text: str, number: int) -> Passage:
    found = re.fullmatch(r"(\w)\s*->\s*(\w)(?:\s*\[(\w+)\])?", text)
    if found is None:
        raise SokobanError(f"line {number} of the table: {text!r} is not 'PORT->PORT' or 'PORT->PORT [STATE]'")
    return Passage(state, found[1], found[2], found[3] or state)


def bisimilar(automaton: Automaton) -> dict[str, int]:
    r"""Return the bisimulation class of each state.

    >>> bisimilar(Automaton.parse("a: A->B [b]\nb: A->B [a]\nc:"))
    {'a': 0, 'b': 0, 'c': 1}
    """
    leaving: dict[str, list[Passage]] = {state: [] for state in automaton.states}
    for passage in automaton.passages:
        leaving[passage.state].append(passage)
    block = dict.fromkeys(automaton.states, 0)
    while True:
        numbers: dict[tuple[int, frozenset[tuple[str, str, int]]], int] = {}
        finer: dict[str, int] = {}
        for state in automaton.states:
            # To turn back without leaving the class is possible everywhere, and tells nothing apart.
            behaviour = frozenset(
                (one.entry, one.exit, block[one.after])
                for one in leaving[state]
                if one.entry != one.exit or block[one.after] != block[state]
            )
            finer[state] = numbers.setdefault((block[state], behaviour), len(numbers))
        if finer == block:
            return block
        block = finer


def minimise(automaton: Automaton, names: Mapping[str, str] | None = None) -> tuple[Automaton, dict[str, str]]:
    r"""Return the quotient by bisimulation, and the new names.

    >>> print(minimise(Automaton.parse("a: A->B [b]\nb: A->B [a], B->A [c]\nc: A->B, B->A"))[0])
    s0: A->B [s1]
    s1: A->B [s0], B->A [s2]
    s2: A->B, B->A
    """
    block = bisimilar(automaton)
    called: dict[int, str] = {}
    for state, name in (names or {}).items():
        called.setdefault(block[state], name)
    for number in block.values():
        called.setdefault(number, f"s{number}")
    of = {state: called[number] for state, number in block.items()}
    passages = frozenset(
        Passage(of[one.state], one.entry, one.exit, of[one.after])
        for one in automaton.passages
        if one.entry != one.exit or of[one.state] != of[one.after]
    )
    return Automaton(tuple(dict.fromkeys(of.values())), passages), of


def differences(derived: Automaton, declared: Automaton, names: Mapping[str, str]) -> list[str]:
    r"""Return the differences from the declared automaton, up to bisimulation.

    >>> declared = Automaton.parse("s0: A->B")
    >>> differences(Automaton.parse("a: A->B [b]\nb: A->B [a]"), declared, {"s0": "a"})
    []
    >>> differences(Automaton.parse("a: A->B [b]\nb: B->A [a]"), declared, {"s0": "a"})
    ['s0 is not as declared: it behaves as s0 in s0: A->B [s1]; s1: B->A [s0]']
    """
    block = _joint_classes(derived, declared)
    found = []
    for other, one in names.items():
        if other not in declared.states:
            found.append(f"{other} is not declared")
        elif block[f"0 {one}"] != block[f"1 {other}"]:
            smallest, of = minimise(derived)
            table = str(smallest).replace("\n", "; ")
            found.append(f"{other} is not as declared: it behaves as {of[one]} in {table}")
    if found:
        return found
    met = {block[f"0 {state}"] for state in derived.states}
    unmet = (state for state in declared.states if block[f"1 {state}"] not in met)
    return [f"{state} is declared, but no state behaves like it" for state in unmet]


def _joint_classes(derived: Automaton, declared: Automaton) -> dict[str, int]:
    """Return the classes of both automata's states, whose names are prefixed by 0 and 1."""
    states = tuple(f"0 {state}" for state in derived.states) + tuple(f"1 {state}" for state in declared.states)
    passages = frozenset(_rename(derived.passages, "0")) | frozenset(_rename(declared.passages, "1"))
    return bisimilar(Automaton(states, passages))


def _rename(passages: Iterable[Passage], prefix: str) -> Iterable[Passage]:
    for one in passages:
        yield Passage(f"{prefix} {one.state}", one.entry, one.exit, f"{prefix} {one.after}")
