"""Forced parts of the Fibonacci family's optimal solutions.

docs/background/fibonacci_optimality.md ("How best solutions begin and go on") has the proof. States are compared up to
`SHOWN`, and for more boxes by `never_negative`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from sokoproof.proof import Proof, Refuted, run_proof
from sokoproof.theorems.column_evidence import moves_column
from sokoproof.theorems.column_heights import LOOK, Heights, never_negative
from sokoproof.theorems.column_words import FamilyLevel, Letters, RoomLetter, Shaft, WordAutomaton
from sokoproof.theorems.fibonacci_fewest import LEFT, MIDDLE, heights_hold
from sokospec.board import DELTAS

Word = tuple[Letters, RoomLetter]
_STEPS = "udlr"
_ABOVE = 9
"""Rows above the player beyond which two more change nothing: two uppermost ones, three plain ones, and his window."""
_BELOW = 10
"""Rows below him from which on heights go on regularly."""
SHOWN = 4 + _ABOVE + _BELOW + 2 * LOOK
"""Each size up to this one is looked at."""
_REPLAYED = 11
"""Up to this size the steps are made that lead to the state from which the solution goes on."""


class Turn(NamedTuple):
    """State of an optimal solution and its allowed steps.

    `where` is equal for states of different sizes that differ only by plain rows.
    """

    where: str
    above: int
    word: Word
    allowed: str


def steps_from(shaft: Shaft, word: Word) -> Iterator[tuple[str, Word]]:
    """Yield lower-case steps with resulting words."""
    before = _player_of(shaft, word)
    for change in shaft.changes(*word, backwards=False):
        assert change.room is not None, "the word has a room"
        after = change.letters, change.room
        row, column = _player_of(shaft, after)
        yield _STEPS[DELTAS.index((row - before[0], column - before[1]))], after


def _player_of(shaft: Shaft, word: Word) -> tuple[int, int]:
    letters, room = word
    if room.player:
        row, column = shaft.room[room.player - 1]
        return -row, column
    (found,) = [(index + 1 - len(letters), (letter & 3) - 1) for index, letter in enumerate(letters) if letter & 3]
    return found


def beginnings(shaft: Shaft, n: int, level: FamilyLevel) -> Iterator[Turn]:
    """Yield the states of the first six steps."""
    start = shaft.word(n - 3, level.boxes, level.player)
    across, rest = ("l", "ddru") if n % 2 else ("r", "ddlu")
    after = dict(steps_from(shaft, start))
    yield Turn("start", 0, start, across + "d")
    yield Turn("across", 0, after[across], "d")
    yield Turn("down", 0, after["d"], across)
    yield from _along(shaft, dict(steps_from(shaft, after["d"]))[across], rest, "then")


def continuation(shaft: Shaft, n: int, level: FamilyLevel) -> Iterator[Turn]:
    """Yield the states of the climb after the column of n - 2 boxes, and of six steps."""
    yield from _along(shaft, before_the_climb(shaft, n, level), "u" * (n - 2), "climb")
    top = before_the_climb(shaft, n, level)
    for _ in range(n - 2):
        top = dict(steps_from(shaft, top))["u"]
    yield from _along(shaft, top, "rrddlu" if n % 2 else "llddru", "top")


def before_the_climb(shaft: Shaft, n: int, level: FamilyLevel) -> Word:
    """Return the state after the first six steps and the column of n - 2 boxes."""
    (loose,) = [box for box in level.boxes if box[0] == n - 5 and box[1] != 1]
    return shaft.word(n - 3, level.goals - {(n - 4, 1)} | {loose}, (-2, 2 - loose[1]))


def _along(shaft: Shaft, word: Word, steps: str, name: str) -> Iterator[Turn]:
    for index, letter in enumerate(steps):
        above = len(word[0]) - 1 + _player_of(shaft, word)[0]
        yield Turn(name if name == "climb" else f"{name} {index}", above, word, letter)
        word = dict(steps_from(shaft, word))[letter]


def one_way(
    proof: Proof,
    shaft: Shaft,
    automaton: WordAutomaton,
    heights: Heights,
    turns_of: Mapping[int, list[Turn]],
) -> None:
    """Require that only the allowed steps continue."""
    unit, other = heights.loses[1], 0
    spare: dict[tuple[str, int, str, int], dict[int, int | None]] = defaultdict(dict)
    for n, turns in turns_of.items():
        for turn in turns:
            _repeat(automaton, heights, turn.word)
            before = heights.height(*turn.word)
            for letter, after in steps_from(shaft, turn.word):
                if letter in turn.allowed:
                    continue
                height = heights.height(*after) if automaton.accepts(*after) else None
                if automaton.accepts(*after) and (before is None or height is None or before - height >= unit):
                    raise Refuted(f"n = {n}: {letter} is a best step too, at {turn.where}, {turn.above} rows down")
                other += 1
                _repeat(automaton, heights, after)
                low = None if height is None or before is None else unit - (before - height) - 1
                spare[turn.where, turn.above, letter, n % 2][n] = low
    proof.step(
        f"n = {min(turns_of)} to {max(turns_of)}: A refuses {other:,} other steps, or they lose less than {unit}"
    )
    for (where, above, letter, _), by_size in spare.items():
        if above <= _ABOVE:
            later = [low for n, low in sorted(by_size.items()) if n >= 4 + above + _BELOW]
            values = [low for low in later if low is not None]
            if values and (len(values) < len(later) or not never_negative(values)):
                raise Refuted(f"{letter} may be a best step of larger sizes, at {where}, {above} rows down")
    proof.step("with more rows above or below the player this goes on, so it is true of every n")


def _repeat(automaton: WordAutomaton, heights: Heights, word: Word) -> None:
    """Reject a word where three plain rows do not repeat the states of two rows before, or a fourth has a weight.

    Rows where H rejects are skipped.
    """
    letters = word[0]
    for at in range(3, len(letters) + 1):
        if set(letters[at - 3 : at]) != {MIDDLE}:
            continue
        if automaton.run(0, letters[:at]) != automaton.run(0, letters[: at - 2]):
            raise Refuted(f"A does not repeat itself after {letters[:at]}")
        left = len(letters) - at
        after, before = heights.run(0, letters[:at], left), heights.run(0, letters[: at - 2], left + 2)
        if (after is None) != (before is None) or (after and before and after[0] != before[0]):
            raise Refuted(f"H does not repeat itself after {letters[:at]}")
        if after and after[0] >= 0 and any(heights.weights[after[0]].get(MIDDLE, ())):
            raise Refuted(f"another row after {letters[:at]} has a weight")


def comes_there(
    proof: Proof, shaft: Shaft, levels: Mapping[int, FamilyLevel], steps_before: Callable[[int], str]
) -> None:
    """Require, for small sizes, that the solution reaches the climb."""
    for n in range(5, _REPLAYED + 1):
        word = shaft.word(n - 3, levels[n].boxes, levels[n].player)
        for letter in steps_before(n).lower():
            word = dict(steps_from(shaft, word))[letter]
        if word != before_the_climb(shaft, n, levels[n]):
            raise Refuted(f"the solution of {n} boxes does not come to the climb as was drawn")
    proof.step(
        f"n = 5 to {_REPLAYED}: the first six steps and the column of n - 2 boxes lead to the state of the climb"
    )


def ways_theorems(
    levels: Callable[[], Mapping[int, FamilyLevel]], moves: Callable[[int], int], steps_before: Callable[[int], str]
) -> dict[str, Callable[[], Proof]]:
    """Return the theorems about beginning and continuation."""

    def prove(
        name: str, claim: str, turns: Callable[[Shaft, int, FamilyLevel], Iterator[Turn]], *, later: bool
    ) -> Proof:
        with run_proof(Proof(name, claim, "every n from 5")) as proof:
            column, drawings = moves_column(), levels()
            shaft, automaton = heights_hold(proof, drawings, moves, column, LEFT)
            proof.step("so each step of a solution of M(n) moves loses exactly as much as a step may")
            if later:
                comes_there(proof, shaft, drawings, steps_before)
            shown = {n: list(turns(shaft, n, drawings[n])) for n in range(5, SHOWN + 1)}
            one_way(proof, shaft, automaton, column.heights, shown)
        return proof

    begins, goes_on = "fibonacci-begins", "fibonacci-goes-on"
    first = "a solution of the fewest moves begins with ldDDRU or dlDDRU for odd n, rdDDLU or drDDLU for even n"
    then = "after that and the column of n - 2 it goes on with n - 2 steps up and rrDDLU for odd n, llDDRU for even n"
    return {
        begins: lambda: prove(begins, first, beginnings, later=False),
        goes_on: lambda: prove(goes_on, then, continuation, later=True),
    }
