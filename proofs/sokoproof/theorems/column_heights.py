"""Heights of words: automata whose transitions have weights that depend on the rows left.

docs/background/fibonacci_optimality.md ("Two automata") has the recurrence of the weights.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from sokoproof.theorems.column_words import Letters, RoomLetter, WordAutomaton

GIVEN = 9
"""Weights for pushes are given for fewer rows left; the last eight determine the rest."""
LOOK = 12
"""Number of values examined to see whether a sequence is never negative."""
Triple = tuple[int, int, int]
"""States after a window before and after a step: of the heights, of the heights (or -1), of the other automaton."""


def extend(values: Sequence[int], count: int) -> list[int]:
    """Extend a sequence from its last four values.

    >>> extend([2, 3, 5, 9], 6), extend([0, 1, 3, 8], 6)
    ([2, 3, 5, 9, 18, 40], [0, 1, 3, 8, 21, 55])
    """
    found = list(values)
    while len(found) < count:
        found.append(5 * found[-1] - 8 * found[-2] + 5 * found[-3] - found[-4])
    return found


def never_negative(values: Sequence[int]) -> bool:
    """Say whether consecutive values, at least four, prove that neither they nor any later value is negative.

    Uses Lemma 3 of docs/background/fibonacci_optimality.md at the first four values in a row that meet its conditions.

    >>> never_negative([0, 0, 0, 0]), never_negative([3, 3, 4, 7]), never_negative([9, 8, 8, 8])
    (True, True, False)
    >>> never_negative([9, 8, 8, 8, 8])
    True
    """
    for at in range(len(values) - 3):
        if values[at] < 0:
            return False
        first, second, third, fourth = values[at : at + 4]
        if second >= first and 0 <= third - 2 * second + first <= fourth - 2 * third + second:
            return True
    return False


@dataclass(frozen=True, slots=True)
class Heights:
    """Transitions with weights by rows left.

    `loses`: the permitted loss of a move and of a push.
    """

    following: Sequence[dict[int, int]]
    weights: Sequence[dict[int, Sequence[int | None]]]
    room: Sequence[dict[RoomLetter, int]]
    base: int
    loses: tuple[int, int] = (0, 1)

    @property
    def regular(self) -> int:
        """The rows left from which weights are regular."""
        return max(len(given) for row in self.weights for given in row.values()) - 8

    def weight(self, state: int, letter: int, left: int) -> int | None:
        """Return a transition's weight with `left` rows left, or None."""
        given = self.weights[state].get(letter)
        if given is None:
            return None
        if left < len(given):
            return given[left]
        start = len(given) - 8 + (left - len(given)) % 2
        values = [value for value in given[start::2] if value is not None]
        return extend(values, (left - start) // 2 + 1)[-1] if len(values) == 4 else None

    def run(self, state: int, letters: Letters, left: int) -> tuple[int, int] | None:
        """Return the state and weight after letters, or None if rejected.

        State -1 continues a rejected word.
        """
        total = 0
        for i, letter in enumerate(letters):
            value = None if state < 0 else self.weight(state, letter, left + len(letters) - 1 - i)
            if value is None:
                return None
            state, total = self.following[state][letter], total + value
        return state, total

    def height(self, letters: Letters, room: RoomLetter) -> int | None:
        """Return a word's height, or None if rejected."""
        after = self.run(0, letters, 0)
        value = None if after is None else self.room[after[0]].get(room)
        return None if after is None or value is None else self.base + after[1] + value


@dataclass
class Excess:
    """Excess height of continuations from one state over another, within an automaton's language.

    `at` computes, `claimed` extrapolates, `gaps` finds unproved claims.
    """

    heights: Heights
    other: WordAutomaton
    small: int
    _at: dict[tuple[Triple, int], float | None] = field(default_factory=dict)

    def at(self, triple: Triple, left: int) -> float | None:
        """Return the maximal gain with `left` rows; None without any, infinity if one is rejected."""
        key = triple, left
        if key not in self._at:
            found: list[float] = []
            state, against, accepting = triple
            if left:
                for difference, after in self._after(triple, left):
                    rest = self.at(after, left - 1)
                    if rest is not None:
                        found.append(difference + rest)
            else:
                for room, value in self.heights.room[state].items():
                    if room in self.other.accepted[accepting]:
                        lower = None if against < 0 else self.heights.room[against].get(room)
                        found.append(float("inf") if lower is None else value - lower)
            self._at[key] = max(found, default=None)
        return self._at[key]

    def _after(self, triple: Triple, left: int) -> Iterator[tuple[int, Triple]]:
        state, against, accepting = triple
        for letter, after in self.heights.following[state].items():
            value = self.heights.weight(state, letter, left - 1)
            then = self.other.following[accepting].get(letter)
            if value is not None and then is not None:
                lower = None if against < 0 else self.heights.weight(against, letter, left - 1)
                low = -1 if lower is None else self.heights.following[against][letter]
                yield value - (lower or 0), (after, low, then)

    def claim(self, triple: Triple, start: int, count: int) -> list[float] | None:
        """Return the claimed gains for start, start + 2, ... rows."""
        values = [self.at(triple, left) for left in range(self.small + (start - self.small) % 2, self.small + 8, 2)]
        known = [value for value in values if value is not None]
        if not known:
            return None
        if len(known) < len(values) or float("inf") in known:
            return [float("inf")] * count
        skipped = (start - self.small) // 2
        return list(map(float, extend([int(value) for value in known], skipped + count)[skipped:]))

    def gaps(self, triples: set[tuple[Triple, int]]) -> Iterator[tuple[Triple, int]]:
        """Yield triples and parities whose claim does not follow from one row less; add new triples."""
        waiting = sorted(triples)
        while waiting:
            triple, parity = waiting.pop()
            start = self.small + 1 + (self.small + 1 - parity) % 2
            mine = self.claim(triple, start, LOOK)
            for letter_case in self._cases(triple, start):
                after, differences = letter_case
                if (after, 1 - parity) not in triples:
                    triples.add((after, 1 - parity))
                    waiting.append((after, 1 - parity))
                rest = self.claim(after, start - 1, LOOK)
                if rest is None:
                    continue
                if mine is None or float("inf") in (*mine, *rest):
                    yield triple, parity
                    continue
                slack = [int(mine[i]) - differences[i] - int(rest[i]) for i in range(LOOK)]
                if not never_negative(slack):
                    yield triple, parity

    def _cases(self, triple: Triple, start: int) -> Iterator[tuple[Triple, list[int]]]:
        steps = [list(self._after(triple, start + 2 * i)) for i in range(LOOK)]
        for cases in zip(*steps, strict=True):
            yield cases[0][1], [difference for difference, _ in cases]
