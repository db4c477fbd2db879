"""How every best solution of the Fibonacci family begins, and how it goes on after its shorter column, for every n.

By `fibonacci-moves-fewest` the start is 180 M(n) high, a step of a solution loses at most 180, and a solved state is at
most 0 high. So each step of a solution of M(n) moves loses exactly 180, and passes only states that A accepts. Where
one step alone does both, every best solution that comes there makes it.

The states looked at consist of a few letters at the top, rows with a box in the middle alone, and the room; the player
may stand beside such a row. A step changes only rows near him. What it loses is compared for every size up to `SHOWN`:
more rows above him change nothing, as the automata repeat themselves, and with more rows below him the heights go on by
their recurrence (`never_negative`).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from sokoproof.proof import Proof, Refuted, proving
from sokoproof.theorems.column_heights import LOOK, Heights, never_negative
from sokoproof.theorems.column_words import Automaton, Drawn, Letters, RoomLetter, Shaft
from sokoproof.theorems.fibonacci_fewest import LEFT, MIDDLE, heights_hold, moves_column
from sokospec.board import DELTAS

Word = tuple[Letters, RoomLetter]
STEPS = "udlr"
ABOVE = 9
"""Rows above the player beyond which two more change nothing: two uppermost ones, three plain ones, and his window."""
BELOW = 10
"""Rows below him from which on heights go on regularly."""
SHOWN = 4 + ABOVE + BELOW + 2 * LOOK
"""Each size up to this one is looked at."""
REPLAYED = 11
"""Up to this size the steps are made that lead to the state from which the solution goes on."""


class Turn(NamedTuple):
    """A state of a best solution: the step of the way, the rows of the shaft above the player, and the steps allowed.

    `where` is the same for states of different sizes that differ by plain rows alone.
    """

    where: str
    above: int
    word: Word
    allowed: str


def steps_from(shaft: Shaft, word: Word) -> Iterator[tuple[str, Word]]:
    """Yield each step of the player, as a letter in lower case, and the word that it leads to."""
    before = player_of(shaft, word)
    for change in shaft.changes(*word, backwards=False):
        assert change.room is not None, "the word has a room"
        after = change.letters, change.room
        row, column = player_of(shaft, after)
        yield STEPS[DELTAS.index((row - before[0], column - before[1]))], after


def player_of(shaft: Shaft, word: Word) -> tuple[int, int]:
    """Return the player's cell, with rows counted from the room upwards and, as in drawings, negated."""
    letters, room = word
    if room.player:
        row, column = shaft.room[room.player - 1]
        return -row, column
    (found,) = [(index + 1 - len(letters), (letter & 3) - 1) for index, letter in enumerate(letters) if letter & 3]
    return found


def beginnings(shaft: Shaft, n: int, level: Drawn) -> Iterator[Turn]:
    """Yield the states of the first six steps: two of them in either order, then one way."""
    start = shaft.word(n - 3, level.boxes, level.player)
    across, rest = ("l", "ddru") if n % 2 else ("r", "ddlu")
    after = dict(steps_from(shaft, start))
    yield Turn("start", 0, start, across + "d")
    yield Turn("across", 0, after[across], "d")
    yield Turn("down", 0, after["d"], across)
    yield from along(shaft, dict(steps_from(shaft, after["d"]))[across], rest, "then")


def continuation(shaft: Shaft, n: int, level: Drawn) -> Iterator[Turn]:
    """Yield the states of the climb after the column of n - 2 boxes, and of the six steps at the top."""
    yield from along(shaft, before_the_climb(shaft, n, level), "u" * (n - 2), "climb")
    top = before_the_climb(shaft, n, level)
    for _ in range(n - 2):
        top = dict(steps_from(shaft, top))["u"]
    yield from along(shaft, top, "rrddlu" if n % 2 else "llddru", "top")


def before_the_climb(shaft: Shaft, n: int, level: Drawn) -> Word:
    """Return the state after the first six steps and the column of n - 2 boxes.

    All boxes are on goals but the upper loose one, and the player is beside the column in the room's second row.
    """
    (loose,) = [box for box in level.boxes if box[0] == n - 5 and box[1] != 1]
    return shaft.word(n - 3, level.goals - {(n - 4, 1)} | {loose}, (-2, 2 - loose[1]))


def along(shaft: Shaft, word: Word, steps: str, name: str) -> Iterator[Turn]:
    """Yield the states from which steps are made; those of a climb have one name, others one each."""
    for index, letter in enumerate(steps):
        above = len(word[0]) - 1 + player_of(shaft, word)[0]
        yield Turn(name if name == "climb" else f"{name} {index}", above, word, letter)
        word = dict(steps_from(shaft, word))[letter]


def one_way(
    proof: Proof,
    shaft: Shaft,
    automaton: Automaton,
    heights: Heights,
    turns_of: Mapping[int, list[Turn]],
) -> None:
    """Require that from each state only the steps allowed lead on, for all sizes."""
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
        if above <= ABOVE:
            later = [low for n, low in sorted(by_size.items()) if n >= 4 + above + BELOW]
            values = [low for low in later if low is not None]
            if values and (len(values) < len(later) or not never_negative(values)):
                raise Refuted(f"{letter} may be a best step of larger sizes, at {where}, {above} rows down")
    proof.step("with more rows above or below the player this goes on, so it is true of every n")


def _repeat(automaton: Automaton, heights: Heights, word: Word) -> None:
    """Refuse a word in which three plain rows do not lead to the states of two rows before, or a fourth has a weight.

    A row of a height that is refused is left out: A refuses it too, or the step has been refused before.
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


def comes_there(proof: Proof, shaft: Shaft, levels: Mapping[int, Drawn], steps_before: Callable[[int], str]) -> None:
    """Require that the beginning of the family's own solution leads to the state before the climb, for small sizes."""
    for n in range(5, REPLAYED + 1):
        word = shaft.word(n - 3, levels[n].boxes, levels[n].player)
        for letter in steps_before(n).lower():
            word = dict(steps_from(shaft, word))[letter]
        if word != before_the_climb(shaft, n, levels[n]):
            raise Refuted(f"the solution of {n} boxes does not come to the climb as was drawn")
    proof.step(f"n = 5 to {REPLAYED}: the first six steps and the column of n - 2 boxes lead to the state of the climb")


def ways_theorems(
    levels: Callable[[], Mapping[int, Drawn]], moves: Callable[[int], int], steps_before: Callable[[int], str]
) -> dict[str, Callable[[], Proof]]:
    """Return the theorems by name: how best solutions begin, and how they go on."""

    def prove(name: str, claim: str, turns: Callable[[Shaft, int, Drawn], Iterator[Turn]], *, later: bool) -> Proof:
        with proving(Proof(name, claim, "every n from 5")) as proof:
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
