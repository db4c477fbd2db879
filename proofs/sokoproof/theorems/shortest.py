"""Lower bounds on solutions of a chain of n equal rooms, by heights.

Room k has ports I (N of room k-1), N, and B to the corridor. Let no passage or walk lose more height than it costs, and
let the goal state be highest with 0. Then every solution costs at least the height of the start minus that of the last
N, plus the end.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from sokoproof.proof import Proof, run_proof


class RoomPassage(NamedTuple):
    """Passage through a room, and its least cost."""

    state: str
    entry: str
    exit: str
    after: str
    cost: int


@dataclass(frozen=True, slots=True)
class Chain:
    """Chain of up to `most` rooms with its costs.

    `first`, `second`: passages I to B and I to N. `way_in`: start to the first room. `way_back(k)`: B of room k to the
    start. `between`: one B to another.
    """

    passages: Sequence[RoomPassage]
    goal: str
    first: int
    second: int
    way_in: int
    way_back: Callable[[int], int]
    between: Callable[[int, int], int]
    end: int
    most: int


def _ports_of(chain: Chain) -> dict[tuple[str, int], int]:
    """Return the heights of ports, from the solution losing exactly its cost."""
    found = {("S", 0): 0, ("N", 0): -chain.way_in}
    for k in range(1, chain.most + 1):
        back = found["B", k] = chain.way_back(k)
        found["N", k] = 2 * found["N", k - 1] - chain.first - back - chain.second
    return found


def _states_of(chain: Chain, entries: Mapping[str, int]) -> dict[str, int]:
    """Return the greatest heights of a room's states for given port heights."""
    height = dict.fromkeys(sorted({state for one in chain.passages for state in (one.state, one.after)}), 0)
    for _ in height:
        for one in chain.passages:
            most = height[one.after] + one.cost + entries[one.exit] - entries[one.entry]
            height[one.state] = min(height[one.state], most)
    return height


def no_shorter(name: str, chain: Chain, claimed: Callable[[int], object]) -> Proof:
    """Prove that chains cannot be won for less than claimed."""
    scope = f"n = 1 to {chain.most}"
    with run_proof(Proof(name, "no solution has less than F(n)", scope)) as proof:
        ports = _ports_of(chain)
        loses: list[str] = []
        for k in range(1, chain.most + 1):
            entries = {"I": ports["N", k - 1], "N": ports["N", k], "B": ports["B", k]}
            height = _states_of(chain, entries)
            for one in chain.passages:
                lost = height[one.state] + entries[one.entry] - height[one.after] - entries[one.exit]
                if lost > one.cost:
                    loses.append(f"in room {k} {one} loses {lost}")
            if height[chain.goal] != 0:
                loses.append(f"in room {k} the goal state has height {height[chain.goal]}")
        proof.require(
            not loses,
            loses[0] if loses else f"each of the {len(chain.passages)} passages loses no more height than it costs",
        )
        far = range(1, chain.most + 1)
        proof.require(
            abs(ports["S", 0] - ports["N", 0]) <= chain.way_in
            and all(abs(ports["B", k] - ports["S", 0]) <= chain.way_back(k) for k in far),
            "nor does any walk between a room and the corridor's end",
        )
        proof.require(
            all(ports["B", j] - ports["B", k] <= chain.between(j, k) for j in far for k in far if j != k),
            "nor any walk along the corridor between two rooms",
        )
        for size in far:
            least = ports["S", 0] - ports["N", size] + chain.end
            if claimed(size) != least:
                proof.require(False, f"for n = {size} the heights prove {least}, not {claimed(size)}")
        proof.step("the start lies higher than the last N by F(n), less the end, for every n; no state lies above 0")
    return proof
