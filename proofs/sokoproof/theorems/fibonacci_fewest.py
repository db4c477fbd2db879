"""Checks of the automaton A and the heights H by which docs/background/fibonacci_optimality.md proves optimality."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from sokoproof.proof import Proof, Refuted, run_proof
from sokoproof.theorems.column_evidence import ColumnEvidence, classical_column, moves_column, pushes_column
from sokoproof.theorems.column_falls import SMALL, falls_slowly
from sokoproof.theorems.column_heights import LOOK, Heights, extend, never_negative
from sokoproof.theorems.column_words import (
    Cell,
    Change,
    FamilyLevel,
    Letters,
    Mode,
    RoomLetter,
    Shaft,
    WordAutomaton,
    containments,
    with_room_to_move,
)
from sokospec.board import DELTAS

_SHOWN = 16
"""What A accepts is computed for levels up to this size."""
_ROWS_ABOVE = 7
"""Rows above the player that stand for any number: after three middle-box rows, two more change nothing."""
LEFT = 2
"""Additional moves of the family's solution if it ends left of the column."""
MIDDLE = 2 << 2
"""The letter of a row with a box in the middle, on its goal."""


def same_shaft(proof: Proof, levels: Mapping[int, FamilyLevel]) -> Shaft:
    """Require that all levels are one room under a shaft; return it."""
    shaft = Shaft(levels[min(levels)].room)
    room = set(shaft.room)
    goals = {cell for cell in levels[min(levels)].goals if cell[0] < 0}
    for n, level in levels.items():
        rows = {(row, column) for row in range(n - 3) for column in range(3)}
        targets = goals | {(row, 1) for row in range(n - 3)}
        proof_fails = level.floor != room | rows or level.goals != targets
        if proof_fails or not level.boxes <= level.floor:
            proof.require(False, f"the level of {n} boxes is not n - 3 rows of three squares on the room of the others")
    if shaft.room[:3] != ((-1, 0), (-1, 1), (-1, 2)):
        proof.require(False, "the room's uppermost row does not go on below the shaft")
    proof.step(f"levels of {min(levels)} to {max(levels)} boxes: n - 3 rows, 3 wide, on a room of {len(room)} squares")
    return shaft


def _words_of_solved(shaft: Shaft, level: FamilyLevel, n: int) -> Iterator[tuple[Letters, RoomLetter]]:
    for player in sorted(level.floor - level.goals):
        yield shaft.word(n - 3, level.goals, player)


def squares_left_of_column(level: FamilyLevel) -> set[Cell]:
    """Return the reachable squares left of the column in solved states."""
    found, ahead = {(0, 0)}, [(0, 0)]
    while ahead:
        row, column = ahead.pop()
        near = {(row + down, column + right) for down, right in DELTAS}
        fresh = (near & level.floor) - level.goals - found
        found |= fresh
        ahead += fresh
    return found


def most_of_solved(shaft: Shaft, level: FamilyLevel, n: int, left: int) -> dict[tuple[Letters, RoomLetter], int]:
    """Return the permitted heights of solved states: 0, or -`left` left of the column."""
    beside = squares_left_of_column(level)
    players = sorted(level.floor - level.goals)
    return {shaft.word(n - 3, level.goals, player): -left if player in beside else 0 for player in players}


def backwards_closed(proof: Proof, solvable: WordAutomaton, shaft: Shaft) -> tuple[WordAutomaton, list[Mode]]:
    """Require that A accepts all predecessors of accepted states."""
    automaton, modes = with_room_to_move(solvable)
    larger = containments(automaton)
    windows = rooms = 0
    for state, mode in enumerate(modes):
        for height in (1, 2, 3):
            for after, letters in automaton.windows(state, height):
                if sum(letter & 3 > 0 for letter in letters) != 1:
                    continue
                for change in shaft.changes(letters, None, backwards=True):
                    windows += 1
                    if not _is_contained(automaton, larger, after, automaton.run(state, change.letters), mode, change):
                        raise Refuted(f"A accepts {letters} after state {state}, and not {change.letters}")
        for height in (0, 1, 2):
            for after, letters in automaton.windows(state, height):
                for room in automaton.accepted[after]:
                    if sum(letter & 3 > 0 for letter in letters) + (room.player > 0) != 1:
                        continue
                    for change in shaft.changes(letters, room, backwards=True):
                        rooms += 1
                        then = automaton.run(state, change.letters)
                        ends = _mode(mode, change.letters)
                        left_out = ends is None or (change.room is not None and ends.needs(change.room.boxes))
                        if not left_out and (then is None or change.room not in automaton.accepted[then]):
                            raise Refuted(f"A accepts {letters} {room} after state {state}, and not {change}")
    proof.step(
        f"A, of {len(solvable.following)} states, accepts all that a state can have been a step earlier: "
        f"{windows:,} changes of rows and {rooms:,} with the room, where the player has room to move"
    )
    return automaton, modes


def _mode(mode: Mode, letters: Letters) -> Mode | None:
    ends: Mode | None = mode
    for letter in letters:
        ends = None if ends is None else ends.after(letter)
    return ends


def _is_contained(
    automaton: WordAutomaton, larger: list[set[int]], after: int, then: int | None, mode: Mode, change: Change
) -> bool:
    ends = _mode(mode, change.letters)
    if ends is None or (then is not None and then in larger[after]):
        return True
    if ends.column < 0:
        return False
    mine, theirs = automaton.following[after], {} if then is None else automaton.following[then]
    rooms = frozenset() if then is None else automaton.accepted[then]
    return all(
        ends.needs(letter >> 2) or (letter in theirs and theirs[letter] in larger[next_state])
        for letter, next_state in mine.items()
    ) and all(ends.needs(room.boxes) or room in rooms for room in automaton.accepted[after])


def starts_and_ends(
    proof: Proof, automaton: WordAutomaton, shaft: Shaft, levels: Mapping[int, FamilyLevel], start: bool
) -> None:
    """Require that A accepts all solved states, and all starts or none."""
    shown = {n: level for n, level in levels.items() if n <= _SHOWN}
    for n, level in shown.items():
        first = shaft.word(n - 3, level.boxes, level.player)
        if automaton.accepts(*first) != start:
            raise Refuted(f"A {'does not accept' if start else 'accepts'} the start with {n} boxes")
        for word in _words_of_solved(shaft, level, n):
            if not automaton.accepts(*word):
                raise Refuted(f"A does not accept a solved state of {n} boxes")
        for letters in _prefixes_of_middles(shaft, level, n):
            if automaton.run(0, letters) != automaton.run(0, letters[:-2]):
                raise Refuted(f"A does not repeat itself after {letters}")
    proof.step(f"n = {min(shown)} to {max(shown)}: A accepts solved states, and {'the start' if start else 'no start'}")
    proof.step("rows with a box in the middle, two more of them, change nothing in this")


def _prefixes_of_middles(shaft: Shaft, level: FamilyLevel, n: int) -> Iterator[Letters]:
    for letters, _ in [shaft.word(n - 3, level.boxes, level.player), *_words_of_solved(shaft, level, n)]:
        for at in range(3, len(letters) + 1):
            if set(letters[at - 3 : at]) == {MIDDLE}:
                yield letters[:at]


def ends_fit(
    proof: Proof,
    column: ColumnEvidence,
    shaft: Shaft,
    levels: Mapping[int, FamilyLevel],
    number: Callable[[int], int],
    left: int = 0,
) -> None:
    """Require that solved states are low and starts as high as claimed."""
    heights, first = column.heights, column.heights.regular + 8
    shown = {n: level for n, level in levels.items() if n < first + 8}
    unit = heights.loses[1]
    for n, level in shown.items():
        for word, most in most_of_solved(shaft, level, n, left * unit).items():
            height = heights.height(*word)
            if height is not None and height > most:
                raise Refuted(f"a solved state of {n} boxes has the height {height}, above {most}")
        found = heights.height(*shaft.word(n - 3, level.boxes, level.player))
        if found != number(n) * unit:
            raise Refuted(f"the start with {n} boxes is {found} high, not {number(n) * unit}")
    claimed = "P(n)" if unit == 1 else f"{unit} M(n)"
    lower = f", and {-left * unit} with the player left of the column" if left else ""
    proof.step(f"n = {min(shown)} to {max(shown)}: starts are {claimed} high, solved states at most 0{lower}")
    _heights_go_on(proof, heights, shaft, shown, left * unit)
    for start in (first, first + 1):
        later = [number(n) for n in range(start, max(levels) + 1, 2) if n in levels]
        if later != extend(later[:4], len(later)):
            raise Refuted(f"the claim for n = {start}, {start + 2}, ... does not go on in the same way as heights")
    proof.step("both go on in the same way for every n")


def _heights_go_on(proof: Proof, heights: Heights, shaft: Shaft, levels: Mapping[int, FamilyLevel], left: int) -> None:
    """Require that the results for starts and solved states extend to more rows with a box in the middle.

    After three such rows H repeats with period two and weight 0 (Lemma 4). In the start five rows matter, all regular
    from `first` boxes on.
    """
    if any(heights.weights[0].get(MIDDLE, ())):
        raise Refuted("an uppermost row with a box in the middle alone has a weight")
    for n, level in levels.items():
        for letters in _prefixes_of_middles(shaft, level, n):
            _repeats(heights, letters, 2 - (n - 3 - len(letters)) % 2)
    largest = max(levels)
    ends = {
        (letter, room): most
        for (letters, room), most in most_of_solved(shaft, levels[largest], largest, left).items()
        for letter in letters
        if letter & 3
    }
    for (letter, room), most in sorted(ends.items()):
        for above in range(_ROWS_ABOVE):
            for parity in (0, 1):
                words = ((MIDDLE,) * above + (letter,) + (MIDDLE,) * (parity + 2 * i) for i in range(SMALL + LOOK))
                found = [height for word in words if (height := heights.height(word, room)) is not None]
                below = [most - height for height in found]
                if min(below, default=0) < 0 or (below and not never_negative(below[SMALL:])):
                    raise Refuted(f"a solved state with {letter} after {above} rows is high")
    proof.step("rows with a box in the middle, any number more of them, change nothing in this")


def _repeats(heights: Heights, letters: Letters, left: int) -> None:
    after, before = heights.run(0, letters, left), heights.run(0, letters[:-2], left + 2)
    if (after is None) != (before is None) or (after and before and after[0] != before[0]):
        raise Refuted(f"H does not repeat itself after {letters}")
    if after and any(heights.weights[after[0]].get(MIDDLE, ())):
        raise Refuted(f"another row after {letters} has a weight")


def fewest(
    name: str,
    scope: str,
    levels: Mapping[int, FamilyLevel],
    number: Callable[[int], int],
    column: ColumnEvidence,
    left: int = 0,
) -> Proof:
    """Prove that no solution has fewer pushes (or moves) than claimed; ending left takes `left` more."""
    letter, what = ("P", "pushes") if column.heights.loses[0] == 0 else ("M", "moves")
    there = f", or {letter}(n) + {left} if it ends left of the column" if left else ""
    with run_proof(Proof(name, f"no solution has fewer than {letter}(n) {what}{there}", scope)) as proof:
        heights_hold(proof, levels, number, column, left)
        proof.step(f"so A and H accept all states of a solution, and it has at least {letter}(n) {what}{there}")
    return proof


def heights_hold(
    proof: Proof, levels: Mapping[int, FamilyLevel], number: Callable[[int], int], column: ColumnEvidence, left: int
) -> tuple[Shaft, WordAutomaton]:
    """Require everything the theorem rests on; return the shaft, and A for states in which the player can move."""
    shaft = same_shaft(proof, levels)
    automaton, _ = backwards_closed(proof, column.solvable, shaft)
    starts_and_ends(proof, automaton, shaft, levels, start=True)
    falls_slowly(proof, column, automaton, shaft)
    ends_fit(proof, column, shaft, levels, number, left)
    return shaft, automaton


def no_solution(name: str, scope: str, levels: Mapping[int, FamilyLevel], solvable: WordAutomaton) -> Proof:
    """Prove that every size is unsolvable."""
    with run_proof(Proof(name, "there is no solution", scope)) as proof:
        shaft = same_shaft(proof, levels)
        automaton, _ = backwards_closed(proof, solvable, shaft)
        starts_and_ends(proof, automaton, shaft, levels, start=False)
        proof.step("so A accepts every state from which there is a solution, and no start")
    return proof


_Levels = Callable[[], Mapping[int, FamilyLevel]]
"""A function, as levels are drawn only when a theorem is proved."""


class Sizes(NamedTuple):
    """Levels by size with the claimed least costs."""

    levels: _Levels
    moves: Callable[[int], int]
    pushes: Callable[[int], int]


def fewest_theorems(family: Sizes, even: Sizes, odd: _Levels) -> dict[str, Callable[[], Proof]]:
    """Return the theorems by name."""
    pushes, moves = "fibonacci-pushes-fewest", "fibonacci-moves-fewest"
    even_pushes, odds = "fibonacci-classical-pushes-fewest", "fibonacci-classical-odd"
    every, evens = "every n from 4", "every even n from 4"
    return {
        pushes: lambda: fewest(pushes, every, family.levels(), family.pushes, pushes_column()),
        moves: lambda: fewest(moves, every, family.levels(), family.moves, moves_column(), LEFT),
        even_pushes: lambda: fewest(even_pushes, evens, even.levels(), even.pushes, classical_column()),
        odds: lambda: no_solution(odds, "every odd n from 5", odd(), classical_column().solvable),
    }
