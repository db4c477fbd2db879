"""Exercises on quantum computers: Grover's search, circuits, and the numbers of our own levels."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from math import sqrt

from sokocourse.exercise import Exercise, Wrong, check_size, is_number
from sokogen.families.fibonacci import LEAST, fibonacci_moves
from sokospec import Level, SokobanError, State, is_solved, steps

_MARKED_MOVES = 6
_CANDIDATES = 4**_MARKED_MOVES
_MOST_CELLS = 100

_QUBITS = 3
_MOST_GATES = 10
_ARITY = {"H": 1, "X": 1, "Z": 1, "CX": 2, "CZ": 2}
"""The gates of circuits, and how many qubits each acts on."""

_STEPS_A_SECOND = 10**9
_YEARS = 10**10
_SECONDS_A_YEAR = 365 * 24 * 3600

_Gate = tuple[str, tuple[int, ...]]
_Bits = tuple[int, ...]


def success(candidates: int, marked: int) -> Iterator[float]:
    """Yield the probability of finding a marked candidate after 0, 1, 2, ... rounds of Grover's search.

    >>> [round(chance, 3) for chance, _ in zip(success(64, 1), range(7))]
    [0.016, 0.135, 0.344, 0.591, 0.816, 0.964, 0.997]
    """
    good = other = 1 / sqrt(candidates)  # by symmetry the marked have one amplitude, and the others another
    while True:
        yield marked * good * good
        good = -good
        mean = (marked * good + (candidates - marked) * other) / candidates
        good, other = 2 * mean - good, 2 * mean - other


def _best_round(candidates: int) -> int:
    """Return the first number of rounds after which a single marked candidate is most likely found.

    >>> _best_round(64), _best_round(1024)
    (6, 25)
    """
    last = -1.0
    for rounds, chance in enumerate(success(candidates, 1)):
        if chance < last:
            return rounds - 1
        last = chance
    raise AssertionError("the chances go on for ever")


def _spoilt_round(candidates: int) -> int:
    """Return the number of rounds, above the best, at which the chance is below 1 in 100 again.

    >>> _spoilt_round(64)
    12
    """
    best = _best_round(candidates)
    return next(rounds for rounds, chance in enumerate(success(candidates, 1)) if rounds > best and chance < 0.01)


def count_solving_strings(level: Level, length: int) -> int:
    r"""Return how many strings of that many moves are legal and solve the level at their end.

    >>> count_solving_strings(Level.parse("######\n#@$ .#\n######"), 2)
    1
    """
    met = Counter({State(level.boxes, level.player): 1})
    for _ in range(length):
        after: Counter[State] = Counter()
        for state, ways in met.items():
            for _, new in steps(level.board, state):
                after[new] += ways
        met = after
    return sum(ways for state, ways in met.items() if is_solved(level.board, state))


def _has_one_solving_string(answer: str) -> None:
    """Check a level that exactly one string of the given length solves."""
    if len(answer) > 4 * _MOST_CELLS:
        raise Wrong(f"the level may have at most {_MOST_CELLS} squares")
    try:
        level = Level.parse(answer)
    except SokobanError as error:
        raise Wrong(f"this is not a level: {error}") from None
    if level.board.width * level.board.height > _MOST_CELLS:
        raise Wrong(f"the level may have at most {_MOST_CELLS} squares")
    count = count_solving_strings(level, _MARKED_MOVES)
    if count != 1:
        raise Wrong(f"{count} of the {_CANDIDATES:,} strings of {_MARKED_MOVES} moves solve it")


def parse_circuit(text: str) -> list[_Gate]:
    """Return the gates of a text such as 'H 0; CX 0 1'; raises `Wrong`.

    >>> parse_circuit("H 0; CX 0 1")
    [('H', (0,)), ('CX', (0, 1))]
    """
    parts = [part.split() for part in text.strip().strip(";").split(";")]
    check_size(len(parts), _MOST_GATES, "gates")
    gates: list[_Gate] = []
    for words in parts:
        if not words or words[0] not in _ARITY:
            raise Wrong(f"a gate is one of {', '.join(_ARITY)} and the numbers of its qubits, such as: H 0; CX 0 1")
        name, *numbers = words
        if len(numbers) != _ARITY[name] or len(set(numbers)) != len(numbers):
            raise Wrong(f"{name} acts on {_ARITY[name]} different qubits")
        if not set(numbers) <= {str(qubit) for qubit in range(_QUBITS)}:
            raise Wrong(f"the qubits are 0 to {_QUBITS - 1}")
        gates.append((name, tuple(map(int, numbers))))
    return gates


def _apply_gate(gate: _Gate, bits: _Bits) -> Iterator[tuple[float, _Bits]]:
    """Yield the bits into which a gate turns bits, each with its amplitude.

    >>> [after for _, after in _apply_gate(("H", (0,)), (1, 0))]
    [(0, 0), (1, 0)]
    """
    name, qubits = gate
    last = qubits[-1]
    if name == "H":
        for value in (0, 1):
            yield (-1 if bits[last] and value else 1) / sqrt(2), (*bits[:last], value, *bits[last + 1 :])
    elif name in ("Z", "CZ"):
        yield -1.0 if all(bits[qubit] for qubit in qubits) else 1.0, bits
    else:
        flips = all(bits[qubit] for qubit in qubits[:-1])
        yield 1.0, (*bits[:last], bits[last] ^ flips, *bits[last + 1 :])


def chances(circuit: list[_Gate]) -> dict[_Bits, float]:
    """Return the probabilities of the final measurements, with all qubits 0 at the start.

    >>> {bits: round(chance, 3) for bits, chance in chances(parse_circuit("H 1")).items()}
    {(0, 0, 0): 0.5, (0, 1, 0): 0.5}
    """
    amplitudes: dict[_Bits, float] = {(0,) * _QUBITS: 1.0}
    for gate in circuit:
        after: dict[_Bits, float] = {}
        for bits, amplitude in amplitudes.items():
            for factor, new in _apply_gate(gate, bits):
                after[new] = after.get(new, 0.0) + factor * amplitude
        amplitudes = after
    return {bits: amplitude**2 for bits, amplitude in amplitudes.items()}


def _agrees_with_itself(answer: str) -> None:
    """Check a circuit after which all qubits are 0 or all are 1, with equal chances."""
    found = chances(parse_circuit(answer))
    for bits, chance in sorted(found.items()):
        wanted = 0.5 if len(set(bits)) == 1 else 0.0
        if abs(chance - wanted) > 1e-9:
            raise Wrong(f"{''.join(map(str, bits))} is measured with a chance of {chance:.3f}, not {wanted}")
    if len(set(found) & {(0,) * _QUBITS, (1,) * _QUBITS}) != 2:
        raise Wrong("000 and 111 must both occur")


def _hopeless_boxes() -> int:
    """Return the least number of boxes for which Grover's search of all strings takes more than those years.

    Of 4^m strings of m moves one is marked, so at least 2^m / 2 rounds are needed.
    """
    rounds = _YEARS * _SECONDS_A_YEAR * _STEPS_A_SECOND
    n = LEAST
    while 2 ** fibonacci_moves(n) <= 2 * rounds:
        n += 1
    return n


EXERCISES = [
    Exercise(
        f"After how many rounds of Grover's search is the one marked of {_CANDIDATES:,} candidates most likely found?",
        is_number(
            lambda: _best_round(_CANDIDATES), "Pi/4 times the square root is near it; which whole number is best?"
        ),
    ),
    Exercise(
        f"After how many rounds, more than that number, is its chance first below 1 in 100 again ({_CANDIDATES:,})?",
        is_number(lambda: _spoilt_round(_CANDIDATES), "Go on with the search on the page, and look at each round."),
    ),
    Exercise(
        f"Make a level that exactly one of the 4^{_MARKED_MOVES} strings of {_MARKED_MOVES} moves solves (--file).",
        _has_one_solving_string,
    ),
    Exercise(
        "Write a circuit on qubits 0 to 2 after which 000 and 111 are measured, each with a chance of a half, such as "
        "'H 0; CX 0 1'.",
        _agrees_with_itself,
    ),
    Exercise(
        "From how many boxes on takes Grover's search among all strings of M(n) moves of the Fibonacci family more "
        "than 10^10 years, at 10^9 rounds a second and at least 2^M(n) / 2 rounds?",
        is_number(_hopeless_boxes, "Compare M(n) with the logarithm to the base 2 of the rounds in all these years."),
    ),
    Exercise(
        "All values of 40 variables can be tried in a day; with a square root's speed and as many steps, how many "
        "variables can be done in a day?",
        is_number(lambda: 2 * 40, "Which number has a square root of 2^40?"),
    ),
]
