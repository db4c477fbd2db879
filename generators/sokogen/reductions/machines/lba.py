"""Linear bounded automata: nondeterministic Turing machines on a tape as long as their input.

At an end of the tape the head stays (Sipser, definition 5.6).
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from sokogen.reductions.gadgets.tracing import shortest_path
from sokospec.errors import SokobanError

MOVES = {"L": -1, "S": 0, "R": 1}
HEADINGS = ("states", "alphabet", "start", "accept")


class MachineError(SokobanError):
    """Invalid machine or word."""


class Rule(NamedTuple):
    """In `state`, reading `read`: go to `after`, write `write`, move by `move`.

    >>> str(Rule("a", "0", "b", "1", 1))
    'a 0 -> b 1 R'
    """

    state: str
    read: str
    after: str
    write: str
    move: int

    def __str__(self) -> str:
        letter = next(letter for letter, move in MOVES.items() if move == self.move)
        return f"{self.state} {self.read} -> {self.after} {self.write} {letter}"


class Configuration(NamedTuple):
    """State, the head's position, and the tape."""

    state: str
    head: int
    tape: str


@dataclass(frozen=True, slots=True)
class Machine:
    """States, symbols, start and accept state, and rules. Raises `MachineError`.

    >>> rules = (Rule("a", "0", "a", "0", 1), Rule("a", "1", "yes", "1", 0))
    >>> machine = Machine(("a", "yes"), ("0", "1"), "a", "yes", rules)
    >>> machine.accepts("001"), machine.accepts("000"), machine.steps_to_accept("001")
    (True, False, 3)
    """

    states: tuple[str, ...]
    alphabet: tuple[str, ...]
    start: str
    accept: str
    rules: tuple[Rule, ...]

    def __post_init__(self) -> None:
        for what, names in (("state", self.states), ("symbol", self.alphabet), ("rule", self.rules)):
            if len(set(names)) != len(names):
                raise MachineError(f"a {what} occurs twice")
        if not self.alphabet or any(len(symbol) != 1 for symbol in self.alphabet):
            raise MachineError("the alphabet needs at least one symbol, each a single character")
        for state in (self.start, self.accept):
            if state not in self.states:
                raise MachineError(f"there is no state {state!r}")
        for rule in self.rules:
            if rule.state == self.accept:
                raise MachineError(f"'{rule}': the machine halts in the accept state; remove the rule")
            if not {rule.state, rule.after} <= set(self.states) or rule.move not in MOVES.values():
                raise MachineError(f"{rule!r} has an unknown state or move")
            if not {rule.read, rule.write} <= set(self.alphabet):
                raise MachineError(f"'{rule}' has an unknown symbol")

    @property
    def is_deterministic(self) -> bool:
        """Whether rules never compete."""
        return len({(rule.state, rule.read) for rule in self.rules}) == len(self.rules)

    def initial(self, word: str) -> Configuration:
        if not word:
            raise MachineError("the input is empty; the tape is as long as the input and needs a square for the head")
        for place, symbol in enumerate(word, 1):
            if symbol not in self.alphabet:
                raise MachineError(f"symbol {place} of the input, {symbol!r}, is not in the alphabet")
        return Configuration(self.start, 0, word)

    def steps(self, configuration: Configuration) -> Iterator[tuple[Configuration, Rule]]:
        state, head, tape = configuration
        for rule in self.rules:
            if (rule.state, rule.read) == (state, tape[head]):
                written = tape[:head] + rule.write + tape[head + 1 :]
                yield Configuration(rule.after, move_head(head, rule.move, len(tape)), written), rule

    def successors(self, configuration: Configuration) -> Iterator[Configuration]:
        return (after for after, _ in self.steps(configuration))

    def find_accepting_run(self, word: str) -> list[Rule] | None:
        """Return a shortest accepting run, or None.

        >>> machine = Machine(("a", "yes"), ("0", "1"), "a", "yes", (Rule("a", "0", "yes", "1", 0),))
        >>> [str(rule) for rule in machine.find_accepting_run("0")], machine.find_accepting_run("1")
        (['a 0 -> yes 1 S'], None)
        """
        return shortest_path(self.initial(word), self.steps, lambda configuration: configuration.state == self.accept)

    def steps_to_accept(self, word: str) -> int | None:
        """Return the length of a shortest accepting run, or None."""
        run = self.find_accepting_run(word)
        return None if run is None else len(run)

    def accepts(self, word: str) -> bool:
        return self.steps_to_accept(word) is not None

    def __str__(self) -> str:
        headings = (" ".join(self.states), " ".join(self.alphabet), self.start, self.accept)
        lines = [f"{heading}: {value}" for heading, value in zip(HEADINGS, headings, strict=True)]
        return "\n".join([*lines, *map(str, self.rules)])


def tapes(machine: Machine, length: int) -> int:
    """Return the number of tapes.

    >>> tapes(Machine(("yes",), ("0", "1", "2"), "yes", "yes", ()), 3)
    27
    """
    return math.prod([len(machine.alphabet)] * length)


def move_head(head: int, move: int, length: int) -> int:
    """Return the head's new position.

    >>> move_head(0, -1, 3), move_head(1, 1, 3), move_head(2, 1, 3)
    (0, 2, 2)
    """
    return min(max(head + move, 0), length - 1)


class Computation:
    """Machine on a word for `sokospec.oracle.savitch`.

    >>> machine = Machine(("a", "yes"), ("0", "1"), "a", "yes", (Rule("a", "0", "yes", "1", 0),))
    >>> computation = Computation(machine, "01")
    >>> computation.bits, computation.count(), computation.first()
    (4, 16, Configuration(state='a', head=0, tape='00'))
    >>> computation.step(computation.start, Configuration("yes", 0, "11"))
    True
    """

    def __init__(self, machine: Machine, word: str) -> None:
        self.machine = machine
        self.start = machine.initial(word)
        self.length = len(word)
        self.bits = max(1, (self.count() - 1).bit_length())
        self.workspace = self.bits + max(1, len(machine.rules)).bit_length()  # a successor, and the rule that makes it

    def count(self) -> int:
        return len(self.machine.states) * self.length * tapes(self.machine, self.length)

    def first(self) -> Configuration | None:
        return Configuration(self.machine.states[0], 0, self.machine.alphabet[0] * self.length)

    def next_after(self, configuration: Configuration) -> Configuration | None:
        state, head, tape = configuration
        states, alphabet = self.machine.states, self.machine.alphabet
        if state != states[-1]:
            return Configuration(states[states.index(state) + 1], head, tape)
        if head + 1 < self.length:
            return Configuration(states[0], head + 1, tape)
        kept = tape.rstrip(alphabet[-1])
        if not kept:
            return None
        raised = alphabet[alphabet.index(kept[-1]) + 1]
        return Configuration(states[0], 0, (kept[:-1] + raised).ljust(self.length, alphabet[0]))

    def step(self, before: Configuration, after: Configuration) -> bool:
        return after in self.machine.successors(before)

    def successors(self, configuration: Configuration) -> Iterator[Configuration]:
        return self.machine.successors(configuration)

    def is_goal(self, configuration: Configuration) -> bool:
        return configuration.state == self.machine.accept
