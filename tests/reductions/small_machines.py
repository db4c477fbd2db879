"""Machines for tests: all small ones, and random ones."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product
from random import Random

from sokogen.draws import below, choice, sample
from sokogen.reductions.machines.lba import MOVES, Configuration, Machine, Rule

ACCEPT = "yes"


def small_machines(working: int, symbols: int, *, rules: int = 1, moves: str = "LR") -> Iterator[Machine]:
    """Yield all machines with so many states besides the accept state, and at most so many rules for state and symbol.

    With one rule, these are all deterministic ones. The start state is always the first one.

    >>> [sum(1 for _ in small_machines(1, 2, rules=rules)) for rules in (1, 2)]
    [81, 1369]
    """
    states, alphabet = _names(working, symbols)
    choices = []
    for state, read in product(states[:-1], alphabet):
        possible = _rules(state, read, states, alphabet, moves)
        choices.append([some for count in range(rules + 1) for some in combinations(possible, count)])
    for chosen in product(*choices):
        yield Machine(states, alphabet, states[0], ACCEPT, tuple(rule for some in chosen for rule in some))


def machines_by_run(word: str, working: int, symbols: int, *, moves: str = "LR") -> Iterator[Machine]:
    """Yield the deterministic machines of `small_machines` without the rules that their run on a word never uses.

    So each machine of that size runs on the word as one of these does. A run stops when a configuration comes back.

    >>> len(list(machines_by_run("01", 1, 2))), len(list(machines_by_run("00", 2, 2)))
    (33, 1597)
    """
    states, alphabet = _names(working, symbols)
    waiting: list[tuple[Rule, ...]] = [()]
    while waiting:
        rules = waiting.pop()
        machine = Machine(states, alphabet, states[0], ACCEPT, rules)
        yield machine
        seen: set[Configuration] = set()
        configuration: Configuration | None = machine.initial(word)
        while configuration is not None and configuration not in seen and configuration.state != ACCEPT:
            seen.add(configuration)
            state, head, tape = configuration
            configuration = next(machine.successors(configuration), None)
            if configuration is None:
                waiting.extend((*rules, rule) for rule in _rules(state, tape[head], states, alphabet, moves))


def random_machine(rng: Random, working: int, symbols: int, *, rules: int = 1, moves: str = "LRS") -> Machine:
    """Return a random machine of such a size; each number of rules for a state and symbol has the same chance.

    >>> print(random_machine(Random(1), 1, 2))
    states: s1 yes
    alphabet: 0 1
    start: s1
    accept: yes
    s1 1 -> yes 1 L
    """
    states, alphabet = _names(working, symbols)
    drawn: list[Rule] = []
    for state, read in product(states[:-1], alphabet):
        drawn.extend(sample(rng, _rules(state, read, states, alphabet, moves), below(rng, rules + 1)))
    return Machine(states, alphabet, states[0], ACCEPT, tuple(drawn))


def busy_machine(rng: Random, working: int, symbols: int, *, rules: int = 1, moves: str = "LRS") -> Machine:
    """Return a random machine with at least one rule for each state and symbol; only the last state may accept.

    >>> print(busy_machine(Random(1), 2, 2))
    states: s1 s2 yes
    alphabet: 0 1
    start: s1
    accept: yes
    """
    states, alphabet = _names(working, symbols)
    drawn: list[Rule] = []
    for state, read in product(states[:-1], alphabet):
        possible = _rules(state, read, states if state == states[-2] else states[:-1], alphabet, moves)
        drawn.extend(sample(rng, possible, 1 + below(rng, rules)))
    return Machine(states, alphabet, states[0], ACCEPT, tuple(drawn))


def words(machine: Machine, length: int) -> Iterator[str]:
    """Yield all inputs of a length.

    >>> list(words(random_machine(Random(1), 1, 2), 2))
    ['00', '01', '10', '11']
    """
    return map("".join, product(machine.alphabet, repeat=length))


def random_word(rng: Random, machine: Machine, length: int) -> str:
    """Return a random input of a length.

    >>> random_word(Random(1), random_machine(Random(1), 1, 2), 3)
    '011'
    """
    return "".join(choice(rng, machine.alphabet) for _ in range(length))


def _names(working: int, symbols: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
    return (*(f"s{number}" for number in range(1, working + 1)), ACCEPT), tuple("0123456789"[:symbols])


def _rules(state: str, read: str, states: tuple[str, ...], alphabet: tuple[str, ...], moves: str) -> list[Rule]:
    return [Rule(state, read, after, write, MOVES[move]) for after, write, move in product(states, alphabet, moves)]
