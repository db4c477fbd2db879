"""The definition of a gadget's automaton once more, word by word over `sokospec.rules`: slow, to compare with."""

from __future__ import annotations

from typing import NamedTuple

from sokogen.reductions.gadgets.gadget import Boxes, Gadget
from sokospec.board import State
from sokospec.rules import normalise, pushes, reachable


class Naive(NamedTuple):
    """How many nodes there are and how many are live; passages between box configurations; pushes onto ports."""

    nodes: int
    live: int
    passages: frozenset[tuple[Boxes, str, str, Boxes]]
    escapes: int
    lost: int


def naive(gadget: Gadget) -> Naive:
    board, ports = gadget.board, gadget.ports

    def inside(state: State) -> list[State]:
        return [normalise(board, after) for _, after in pushes(board, state) if not after.boxes & set(ports.values())]

    def outside(state: State) -> list[State]:
        if reachable(board, state).isdisjoint(ports.values()):
            return []
        return [normalise(board, State(state.boxes, port)) for port in ports.values()]

    nodes = {
        normalise(board, State(boxes, port)): None
        for boxes in gadget.configurations.values()
        for port in ports.values()
    }
    waiting = list(nodes)
    for node in waiting:
        for after in inside(node) + outside(node):
            if after not in nodes:
                nodes[after] = None
                waiting.append(after)
    live = {node for node in nodes if node.boxes == gadget.goal}
    grown = True
    while grown:
        more = {node for node in nodes if node not in live and not live.isdisjoint(inside(node) + outside(node))}
        live |= more
        grown = bool(more)
    passages = set()
    for boxes in {node.boxes for node in live}:
        for entry, port in ports.items():
            found = [node for node in [normalise(board, State(boxes, port))] if node in live]
            for node in found:
                region = reachable(board, node)
                passages |= {(boxes, entry, name, node.boxes) for name, square in ports.items() if square in region}
                found += [after for after in dict.fromkeys(inside(node)) if after in live and after not in found]
    onto = {node: sum(not after.boxes.isdisjoint(ports.values()) for _, after in pushes(board, node)) for node in nodes}
    return Naive(
        len(nodes),
        len(live),
        frozenset(one for one in passages if one[1] != one[2] or one[0] != one[3]),
        sum(onto[node] for node in live),
        sum(onto[node] for node in nodes if node not in live),
    )
