"""Check that no step loses too much height, for any number of rows."""

from __future__ import annotations

from collections.abc import Iterator

from sokoproof.proof import Proof, Refuted
from sokoproof.theorems.column_evidence import ColumnEvidence
from sokoproof.theorems.column_heights import GIVEN, LOOK, Excess, Heights, Triple, never_negative
from sokoproof.theorems.column_words import Change, Letters, Shaft, WordAutomaton

SMALL = 8
"""Windows with fewer rows below are looked at one by one."""


def pairs_met(heights: Heights, automaton: WordAutomaton) -> set[tuple[int, int, int]]:
    """Return the reachable pairs of states of H and A (-1 if rejected), with parity."""
    met = {(0, 0, parity) for parity in (0, 1)}
    waiting = sorted(met)
    while waiting:
        state, accepting, parity = waiting.pop()
        for letter, after in heights.following[state].items():
            if heights.weight(state, letter, 2 - parity + 1) is None:
                continue
            then = automaton.following[accepting].get(letter)
            pair = (after, -1 if then is None else then, 1 - parity)
            if then is not None and pair not in met:
                met.add(pair)
                waiting.append(pair)
    return met


def words_read(heights: Heights, state: int, height: int, left: int) -> Iterator[tuple[int, Letters, int]]:
    """Yield sequences of letters that H reads, with state and weight."""
    waiting: list[tuple[int, Letters, int]] = [(state, (), 0)]
    while waiting:
        here, letters, total = waiting.pop()
        if len(letters) == height:
            yield here, letters, total
            continue
        for letter, after in heights.following[here].items():
            value = heights.weight(here, letter, left + height - len(letters) - 1)
            if value is not None:
                waiting.append((after, (*letters, letter), total + value))


def _windows(
    excess: Excess, shaft: Shaft, triples: set[tuple[Triple, int]], pair: tuple[int, int], height: int, left: int
) -> int:
    """Check the windows of a height; from SMALL rows on, for any number."""
    heights, (state, accepting), count = excess.heights, pair, 0
    for here, letters, _ in words_read(heights, state, height, left):
        if sum(letter & 3 > 0 for letter in letters) != 1:
            continue
        for change in shaft.changes(letters, None, backwards=False):
            then = excess.other.run(accepting, change.letters)
            if then is None:
                continue
            count += 1
            after = heights.run(state, change.letters, left)
            triple = (here, -1 if after is None else after[0], then)
            if left < SMALL:
                worst = excess.at(triple, left)
                adds = None if worst is None else [worst]
            else:
                triples.add((triple, left % 2))
                adds = excess.claim(triple, left, LOOK)
            if adds is not None and not _suffices(heights, state, letters, change, left, adds):
                raise Refuted(f"{letters} to {change.letters} after state {state}, {left} rows below, loses too much")
    return count


def _suffices(heights: Heights, state: int, letters: Letters, change: Change, left: int, adds: list[float]) -> bool:
    slack = []
    for i, added in enumerate(adds):
        before = heights.run(state, letters, left + 2 * i)
        after = heights.run(state, change.letters, left + 2 * i)
        if before is None or after is None or added == float("inf"):
            return False
        slack.append(heights.loses[change.pushed] - (before[1] - after[1] + int(added)))
    return never_negative(slack) if len(slack) == LOOK else slack[0] >= 0


def _rooms(excess: Excess, shaft: Shaft, pair: tuple[int, int], height: int) -> int:
    heights, (state, accepting), count = excess.heights, pair, 0
    for here, letters, total in words_read(heights, state, height, 0):
        for room, value in heights.room[here].items():
            if sum(letter & 3 > 0 for letter in letters) + (room.player > 0) != 1:
                continue
            for change in shaft.changes(letters, room, backwards=False):
                then = excess.other.run(accepting, change.letters)
                if then is None or change.room not in excess.other.accepted[then]:
                    continue
                count += 1
                after = heights.run(state, change.letters, 0)
                rest = None if after is None or change.room is None else heights.room[after[0]].get(change.room)
                if after is None or rest is None or total + value - after[1] - rest > heights.loses[change.pushed]:
                    raise Refuted(f"{letters} {room} to {change} after state {state} loses too much")
    return count


def falls_slowly(proof: Proof, column: ColumnEvidence, automaton: WordAutomaton, shaft: Shaft) -> None:
    """Require that no step that A accepts loses too much height."""
    for given in (given for row in column.heights.weights for given in row.values()):
        if any(len({value is None for value in given[parity::2]}) > 1 for parity in (0, 1)) or len(given) < GIVEN:
            raise Refuted(f"weights are not given for all even, or all odd, numbers of rows up to 8: {given}")
    if column.heights.regular > SMALL:
        raise Refuted(f"weights are to go on regularly from {SMALL} rows left on")
    excess = Excess(column.heights, automaton, SMALL)
    triples: set[tuple[Triple, int]] = set()
    met = sorted(pairs_met(column.heights, automaton))
    windows = rooms = 0
    for state, accepting, parity in met:
        for height in (1, 2, 3):
            for left in range(SMALL + 2):
                if (left + height) % 2 == parity:
                    windows += _windows(excess, shaft, triples, (state, accepting), height, left)
        for height in (0, 1, 2):
            if height % 2 == parity:
                rooms += _rooms(excess, shaft, (state, accepting), height)
    free, push = column.heights.loses
    proof.step(f"a push loses at most {push} of the height, a step without one {free}: {windows:,} changes of rows,")
    proof.step(f"and {rooms:,} with the room")
    gap = next(excess.gaps(triples), None)
    proof.require(
        gap is None,
        f"the rows below add no more than was taken into account, by induction over them: {len(triples):,} cases"
        if gap is None
        else f"what the rows below add is not bounded as was claimed: {gap}",
    )
