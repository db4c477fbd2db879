"""Savitch's midpoint formula (docs/background/reductions.md)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sokogen.reductions.formulas.qbf import Clause, Formula, Quantifier
from sokogen.reductions.machines.lba import Configuration, Machine, move_head, tapes


def formula_of(machine: Machine, word: str) -> Formula:
    r"""Return a formula of size O(length^2), true if and only if the machine accepts.

    >>> from sokogen.reductions.machines.machine_text import parse_machine
    >>> text = "states: a yes\nalphabet: 0 1\nstart: a\naccept: yes\na 0 -> yes 1 S"
    >>> [(formula.size, formula.universals) for formula in [formula_of(parse_machine(text), "0")]]
    [(136, (10,))]
    """
    return _MachineCompiler(machine, machine.initial(word)).formula()


def levels(machine: Machine, length: int) -> int:
    """Return the least `levels` with 2^levels at least the number of non-accepting configurations.

    >>> levels(Machine(("a", "yes"), ("0", "1"), "a", "yes", ()), 3)
    5
    """
    configurations = (len(machine.states) - 1) * length * tapes(machine, length)
    return max(0, configurations - 1).bit_length()


@dataclass(frozen=True, slots=True)
class _Variables:
    state: tuple[int, ...]
    head: tuple[int, ...]
    cells: tuple[tuple[int, ...], ...]

    @property
    def variables(self) -> list[int]:
        return [*self.state, *self.head, *(bit for cell in self.cells for bit in cell)]


class _MachineCompiler:
    def __init__(self, machine: Machine, start: Configuration) -> None:
        self.machine = machine
        self.start = start
        self.length = len(start.tape)
        self.quantifiers: list[Quantifier] = []
        self.names: list[str] = []
        self.clauses: list[Clause] = []

    def formula(self) -> Formula:
        here, there = self.configuration("c"), self.configuration("e")
        self.require_start(here)
        self.require(self.is_state(there, self.machine.accept))
        for level in range(levels(self.machine, self.length), 0, -1):
            middle = self.configuration(f"m{level}")
            half = self.variable(f"b{level}", Quantifier.FORALL)
            first, last = self.configuration(f"p{level}"), self.configuration(f"q{level}")
            self.require_equal([half], first, here)
            self.require_equal([half], last, middle)
            self.require_equal([-half], first, middle)
            self.require_equal([-half], last, there)
            here, there = first, last
        self.require_step(here, there)
        return Formula(tuple(self.quantifiers), tuple(self.clauses), tuple(self.names))

    def variable(self, name: str, quantifier: Quantifier = Quantifier.EXISTS) -> int:
        self.names.append(name)
        self.quantifiers.append(quantifier)
        return len(self.names)

    def configuration(self, name: str) -> _Variables:
        state_bits, symbol_bits = _bits(self.machine.states), _bits(self.machine.alphabet)
        return _Variables(
            tuple(self.variable(f"{name}_state_{bit}") for bit in range(state_bits)),
            tuple(self.variable(f"{name}_head_{place}") for place in range(self.length)),
            tuple(
                tuple(self.variable(f"{name}_cell_{place}_{bit}") for bit in range(symbol_bits))
                for place in range(self.length)
            ),
        )

    def is_state(self, encoded: _Variables, state: str) -> list[int]:
        return _code(encoded.state, self.machine.states.index(state))

    def is_symbol(self, encoded: _Variables, place: int, symbol: str) -> list[int]:
        return _code(encoded.cells[place], self.machine.alphabet.index(symbol))

    def require(self, literals: Sequence[int], unless: Sequence[int] = ()) -> None:
        self.clauses.extend((*unless, literal) for literal in literals)

    def require_equal(self, unless: Sequence[int], one: _Variables, other: _Variables) -> None:
        self.require_same(unless, one.variables, other.variables)

    def require_same(self, unless: Sequence[int], some: Sequence[int], others: Sequence[int]) -> None:
        for one, other in zip(some, others, strict=True):
            self.clauses += [(*unless, -one, other), (*unless, one, -other)]

    def require_start(self, encoded: _Variables) -> None:
        self.require(self.is_state(encoded, self.start.state))
        self.require([head if place == self.start.head else -head for place, head in enumerate(encoded.head)])
        for place, symbol in enumerate(self.start.tape):
            self.require(self.is_symbol(encoded, place, symbol))

    def require_step(self, before: _Variables, after: _Variables) -> None:
        stay = self.variable("stay")
        used = [self.variable(f"rule_{number}") for number in range(1, len(self.machine.rules) + 1)]
        self.clauses.append((stay, *used))
        for place, head in enumerate(before.head):
            self.require_same([head], before.cells[place], after.cells[place])  # where the head is not
            self.require_same([-stay, -head], before.cells[place], after.cells[place])
        self.require(self.is_state(before, self.machine.accept), unless=[-stay])
        self.require(self.is_state(after, self.machine.accept), unless=[-stay])
        self.require_same([-stay], before.head, after.head)
        for rule, use in zip(self.machine.rules, used, strict=True):
            self.require(self.is_state(before, rule.state), unless=[-use])
            self.require(self.is_state(after, rule.after), unless=[-use])
            came_from: dict[int, list[int]] = {place: [] for place in range(self.length)}
            for place, head in enumerate(before.head):
                self.require(self.is_symbol(before, place, rule.read), unless=[-use, -head])
                self.require(self.is_symbol(after, place, rule.write), unless=[-use, -head])
                target = move_head(place, rule.move, self.length)
                self.require([after.head[target]], unless=[-use, -head])
                came_from[target].append(head)
            for place, heads in came_from.items():
                self.clauses.append((-use, -after.head[place], *heads))


def _bits(names: Sequence[str]) -> int:
    return (len(names) - 1).bit_length()


def _code(variables: Sequence[int], number: int) -> list[int]:
    return [variable if number >> bit & 1 else -variable for bit, variable in enumerate(variables)]
