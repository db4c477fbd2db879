"""Exercises on complexity classes."""

from __future__ import annotations

from itertools import product

from sokocourse.course_levels import small_level
from sokocourse.exercise import Exercise, NotChecked, Wrong, check_size, is_number, wrong_if
from sokogen.reductions.machines.lba import Computation, Configuration, Machine, Rule
from sokogen.reductions.machines.machine_text import parse_machine
from sokospec import Level, SokobanError
from sokospec.errors import quantify
from sokospec.oracle import Metric, state_graph
from sokospec.oracle.sokoban import Sokoban

_STATES, _SYMBOLS, _CELLS = 4, 3, 6
"""The machine of the first exercise."""

_ROOM = Level.parse("#######\n#@    #\n# $$  #\n# $$  #\n#   ..#\n#   ..#\n#######")

_WORD, _MOST_STATES, _LEAST_STEPS, _MOST_STEPS = "<00000000>", 4, 500, 100_000
"""What the machine of the third exercise is to do, and how long the check follows it."""

_LONGEST_MACHINE = 10_000
"""Characters of a machine that is read; some lines are enough."""

_MOST_FLOOR, _LEAST_REACHED = 12, 700
"""The level of the fourth exercise."""

_ANSWERS = ("011010", "110011", "000000", "101101", "111111", "010101")
"""What machine i says to the inputs 0, 1, 2, ... in the fifth exercise."""


def _configurations_of_machine() -> int:
    """Return the number of configurations of a machine of this size."""
    states, alphabet = tuple("abcdefgh"[:_STATES]), tuple("01234567"[:_SYMBOLS])
    machine = Machine(states, alphabet, states[0], states[-1], (Rule(states[0], "0", states[1], "1", 1),))
    return Computation(machine, "0" * _CELLS).count()


def _configurations_of_room() -> int:
    """Return the number of states, counted one by one."""
    return Sokoban(_ROOM, Metric.MOVES).count()


def _is_slow_machine(answer: str) -> None:
    """Check that a small deterministic machine accepts the word, after many steps."""
    check_size(len(answer), _LONGEST_MACHINE, "characters")
    with wrong_if(SokobanError):
        machine = parse_machine(answer)
        configuration = machine.initial(_WORD)
    if len(machine.states) > _MOST_STATES:
        raise Wrong(f"the machine has {quantify(len(machine.states), 'state')}; at most {_MOST_STATES} are allowed")
    if not machine.is_deterministic:
        raise Wrong("the machine has two rules for the same state and symbol")
    steps = 0
    passed = set()
    while configuration.state != machine.accept:
        following: Configuration | None = next(machine.successors(configuration), None)
        if following is None:
            state, head, tape = configuration
            raise Wrong(
                f"after {quantify(steps, 'step')} it halts in state {state} on cell {head} of {tape}, and rejects"
            )
        passed.add(configuration)
        if following in passed:
            raise Wrong(f"after {quantify(steps + 1, 'step')} it repeats a configuration, so it never halts")
        if steps == _MOST_STEPS:
            raise NotChecked(f"more than {_MOST_STEPS:,} steps of the machine")
        configuration, steps = following, steps + 1
    if steps <= _LEAST_STEPS:
        raise Wrong(f"it accepts after {quantify(steps, 'step')}; more than {_LEAST_STEPS} are wanted")


def _has_many_states(answer: str) -> None:
    """Check that many states of a small level can be reached."""
    level = small_level(answer, _MOST_FLOOR)
    reached = len(state_graph(level, Metric.MOVES).states)
    if reached < _LEAST_REACHED:
        raise Wrong(f"{quantify(reached, 'state')} can be reached; at least {_LEAST_REACHED} are wanted")


def _is_diagonal(answer: str) -> None:
    """Check the answers of the diagonal machine."""
    given = answer.strip()
    if len(given) != len(_ANSWERS) or set(given) - {"0", "1"}:
        raise Wrong(f"{len(_ANSWERS)} digits, each 0 or 1, are asked for")
    for number, (digit, row) in enumerate(zip(given, _ANSWERS, strict=True)):
        if digit == row[number]:
            raise Wrong(f"on input {number} it does not differ from machine {number}")


def _combinations(*, np_is_pspace: bool) -> int:
    """Return in how many ways the three inclusions can be strict or not, given that P and EXPTIME differ.

    >>> _combinations(np_is_pspace=False) > _combinations(np_is_pspace=True)
    True
    """
    ways = product((True, False), repeat=3)  # which of the inclusions are equalities
    return sum(not all(way) and (way[1] or not np_is_pspace) for way in ways)


def _counts_combinations(answer: str) -> None:
    """Check the two numbers of the last exercise."""
    numbers = answer.replace(",", " ").split()
    if len(numbers) != 2 or not all(number.isascii() and number.isdecimal() for number in numbers):
        raise Wrong("two whole numbers are asked for")
    for which, number, equal in (("first", numbers[0], False), ("second", numbers[1], True)):
        if number != str(_combinations(np_is_pspace=equal)):
            raise Wrong(f"the {which} number is wrong; write the combinations down, and strike out what cannot be")


EXERCISES = [
    Exercise(
        f"How many configurations has a machine with {_STATES} states, {_SYMBOLS} symbols and {_CELLS} cells?",
        is_number(_configurations_of_machine, "State, place of the head, and every cell: multiply what each may be."),
    ),
    Exercise(
        "How many states, with the player's exact square, has an empty room of 5 x 5 squares with 4 boxes?",
        is_number(
            _configurations_of_room, "First the boxes, on any squares and all alike; then the player on another one."
        ),
    ),
    Exercise(
        f"Which deterministic machine with at most {_MOST_STATES} states accepts {_WORD} after more than {_LEAST_STEPS}"
        " steps (--file)?",
        _is_slow_machine,
    ),
    Exercise(
        f"Which level with at most {_MOST_FLOOR} floor squares has at least {_LEAST_REACHED} states that can be reached"
        " (--file)?",
        _has_many_states,
    ),
    Exercise(f"What does the diagonal machine say to the inputs 0 to 5 of {' '.join(_ANSWERS)}?", _is_diagonal),
    Exercise(
        "How many of the eight combinations in P <= NP <= PSPACE <= EXPTIME are left if P != EXPTIME, and how many if"
        " also NP = PSPACE (two numbers)?",
        _counts_combinations,
    ),
]
