"""Shortest LURDs for the passages of a gadget."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

from sokogen.reductions.gadgets.derivation import Derivation
from sokogen.reductions.gadgets.gadget import Boxes, Gadget
from sokospec.board import State
from sokospec.rules import is_push, steps

_Ways = dict[tuple[str, Boxes], str]
"""For each port where the player may leave, and the boxes after that, the LURD from port square to port square."""


def ways(gadget: Gadget, derivation: Derivation, boxes: Boxes, entry: str, *, pushes: bool = False) -> _Ways:
    """Return the best LURD through live nodes for each exit and final box configuration.

    Minimises moves (or pushes, then moves); ties go to the alphabetically first.

    >>> from sokogen.reductions.gadgets.derivation import derive
    >>> from sokogen.reductions.gadgets.library import LIBRARY
    >>> latch = LIBRARY["LATCH"].gadget
    >>> found = ways(latch, derive(latch), latch.goal, "C")
    >>> sorted((port, lurd) for (port, _), lurd in found.items())
    [('A', 'uRu'), ('C', ''), ('C', 'uRld')]
    """
    regions = derivation.live_regions

    def is_live(state: State) -> bool:
        return any(state.player in region for region in regions.get(state.boxes, ()))

    start = State(boxes, gadget.ports[entry])
    found = _shortest(gadget, start, is_live, (lambda pushed: (int(pushed), 1)) if pushes else (lambda _: (1, 0)))
    port_at = {square: port for port, square in gadget.ports.items()}
    leaving: _Ways = {}
    for state, lurd in found.items():
        if state.player in port_at:
            leaving[port_at[state.player], state.boxes] = lurd
    return leaving


def _shortest(
    gadget: Gadget, start: State, is_live: Callable[[State], bool], price: Callable[[bool], tuple[int, int]]
) -> dict[State, str]:
    if not is_live(start):
        return {}
    cost = {start: (0, 0)}
    lurd = {start: ""}
    waiting = deque([start])
    while waiting:  # labels are corrected until none changes, which serves both prices
        state = waiting.popleft()
        for direction, after in steps(gadget.board, state):
            pushed = is_push(state, after)
            one = price(pushed)
            total = (cost[state][0] + one[0], cost[state][1] + one[1])
            way = lurd[state] + (direction.letter.upper() if pushed else direction.letter)
            if (after not in cost or (total, way) < (cost[after], lurd[after])) and is_live(after):
                cost[after], lurd[after] = total, way
                waiting.append(after)
    return lurd
