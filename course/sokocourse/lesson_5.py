"""Exercises on nondeterminism: machines that guess, and what is known of the space that they need."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product

from sokocourse import FILES
from sokocourse.exercise import Exercise, Wrong, check_size, is_number, parse_answer, wrong_if
from sokogen.reductions.machines.formula_of_machine import levels
from sokogen.reductions.machines.lba import Computation, Machine, MachineError
from sokogen.reductions.machines.machine_text import parse_machine
from sokospec.errors import quantify

GUESS = FILES.joinpath("guess.lba").read_text(encoding="utf-8")
"""The machine of the lesson."""

_LONGEST_TEXT = 2_000
_LONGEST_WORD = 8
_TRIED_LENGTH = 4
"""Machines of readers are tried on all words up to this length."""

_SLOW_STEPS = 6
_SLOWER_STEPS = 7


def guess() -> Machine:
    """Return the lesson's machine.

    >>> guess().accepts("0110"), guess().accepts("0101")
    (True, False)
    """
    return parse_machine(GUESS)


def counts(machine: Machine, word: str) -> list[int]:
    """Return how many configurations are reachable in at most 0, 1, 2, ... steps, up to the largest number.

    >>> counts(guess(), "01")
    [1, 2, 3]
    """
    system = Computation(machine, word)
    met, found = {system.start}, [1]
    while True:
        met |= {after for one in met for after in system.successors(one)}
        if len(met) == found[-1]:
            return found
        found.append(len(met))


def _words(longest: int) -> Iterator[str]:
    return ("".join(word) for length in range(1, longest + 1) for word in product("01", repeat=length))


def _machine(text: str, *, states: int, symbols: int, rules: int) -> Machine:
    machine = parse_answer(text, parse_machine, "machine", _LONGEST_TEXT)
    if len(machine.states) > states or len(machine.alphabet) > symbols:
        raise Wrong(f"use at most {states} states and {symbols} symbols")
    check_size(len(machine.rules), rules, "rules")
    if not {"0", "1"} <= set(machine.alphabet):
        raise Wrong("the alphabet needs 0 and 1")
    return machine


def accepts_exactly(wanted: Callable[[str], bool], text: str, *, states: int, symbols: int) -> Machine:
    """Return the machine in an answer; raises `Wrong` unless it accepts just the wanted ones of all short words."""
    machine = _machine(text, states=states, symbols=symbols, rules=24)
    for word in _words(_TRIED_LENGTH):
        if machine.accepts(word) is not wanted(word):
            raise Wrong(f"it {'rejects' if wanted(word) else 'accepts'} {word}")
    return machine


def _ends_as_it_begins(answer: str) -> None:
    """Check a machine that accepts the words whose first and last symbol are equal."""
    accepts_exactly(lambda word: word[0] == word[-1], answer, states=6, symbols=4)


def _is_slow_word(answer: str) -> None:
    """Check a word whose shortest accepting run of the lesson's machine has the given number of steps."""
    word = answer.strip()
    if not 1 <= len(word) <= _LONGEST_WORD:
        raise Wrong(f"give a word of 1 to {_LONGEST_WORD} symbols")
    with wrong_if(MachineError):
        steps = guess().steps_to_accept(word)
    if steps is None:
        raise Wrong("the machine does not accept this word at all")
    if steps != _SLOW_STEPS:
        raise Wrong(f"the shortest accepting run on this word has {quantify(steps, 'step')}")


def _is_slow_machine(answer: str) -> None:
    """Check a machine with few configurations that accepts 00 after many steps."""
    machine = _machine(answer, states=3, symbols=2, rules=8)
    steps = machine.steps_to_accept("00")
    if steps is None:
        raise Wrong("it does not accept 00")
    if steps < _SLOWER_STEPS:
        raise Wrong(f"it accepts 00 after {quantify(steps, 'step')} already")


def _counts_the_reached(answer: str) -> None:
    """Check the numbers of configurations within 0, 1, 2, ... steps of the lesson's machine on 0111."""
    words = answer.replace(",", " ").split()
    if not words or not all(word.isdecimal() and word.isascii() and len(word) < 5 for word in words):
        raise Wrong("give whole numbers with spaces between them, such as: 1 2 3")
    given, right = [int(word) for word in words], counts(guess(), "0111")
    for steps, (one, other) in enumerate(zip(given, right, strict=False)):
        if one != other:
            raise Wrong(f"within {steps} steps there are not {one}")
    if len(given) != len(right):
        raise Wrong("the numbers go on" if len(given) < len(right) else "stop where the number no longer grows")


EXERCISES = [
    Exercise(
        "How many configurations has a machine with 3 states and 3 symbols on a word of 4 symbols, reachable or not?",
        is_number(
            lambda: Computation(guess(), "0110").count(), "Multiply what the state, the head and each cell may be."
        ),
    ),
    Exercise(
        f"Which word of at most {_LONGEST_WORD} symbols does guess.lba accept after {_SLOW_STEPS} steps and not"
        " earlier?",
        _is_slow_word,
    ),
    Exercise(
        "Write a machine of at most 6 states and 4 symbols that accepts those words over 0 and 1 whose first and last "
        "symbols are equal (--file).",
        _ends_as_it_begins,
    ),
    Exercise(
        "How many configurations of guess.lba on 0111 can be reached in at most 0, 1, 2, ... steps?",
        _counts_the_reached,
    ),
    Exercise(
        f"Write a machine with 3 states, one of them to accept, and 2 symbols that needs at least {_SLOWER_STEPS} steps"
        " to accept 00 (--file).",
        _is_slow_machine,
    ),
    Exercise(
        "How many universal variables has the formula that says that guess.lba accepts a word of 4 symbols?",
        is_number(
            lambda: levels(guess(), 4),
            "There is one for each time that the steps are halved; count the configurations that do not accept.",
        ),
    ),
]
