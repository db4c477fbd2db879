"""Gadget's automaton, derived from its drawing by exhaustive search of boxes and player's regions (*nodes*).

docs/background/course/6_gadgets.md defines live nodes, escapes and traps. An escape from a dead node is harmless if no
box can reach a port, or no box on a port a goal. Then the gadget is *sealed*: in a solution no box leaves it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import count
from typing import NamedTuple

from sokogen.reductions.gadgets.automaton import Automaton, Passage, differences, minimise
from sokogen.reductions.gadgets.gadget import Boxes, Gadget
from sokogen.reductions.gadgets.tracing import closure
from sokospec.board import Square
from sokospec.certificates.grid import Grid, bits, shift

_MOST_NODES = 1_000_000


class _GadgetNode(NamedTuple):
    boxes: int
    region: int


@dataclass(frozen=True, slots=True)
class Derivation:
    """Derived automaton, one state for each box configuration, and its defects.

    `escapes` counts pushes onto ports from live nodes, `lost` those from dead nodes. `traps` counts live nodes that can
    be finished only with the player shut in.
    """

    automaton: Automaton
    boxes_of: dict[str, Boxes]
    live_regions: dict[Boxes, tuple[Boxes, ...]]
    starts: dict[str, str]
    nodes: int
    live: int
    escapes: int
    lost: int
    traps: int
    sealed: bool
    dead_starts: tuple[str, ...]


def derive(gadget: Gadget, *, exhaustive: bool = False, most_nodes: int = _MOST_NODES) -> Derivation:
    r"""Return the automaton of a gadget; states are named after its drawings, then c1, c2, ...

    `exhaustive` includes dead nodes. Raises `MemoryError` beyond `most_nodes`.

    >>> gadget = Gadget.parse("SLIT", {"in": "####\nA $#\n#B##", "out": "####\nA$ #\n#B##"})
    >>> print(derive(gadget).automaton)
    in: A->B, B->A
    out: A->A [in], A->B [in]
    """
    search = _GadgetSearch(gadget, exhaustive, most_nodes)
    goal = search.mask(gadget.goal)
    live = search.before(node for node in search.pushed if node.boxes == goal)
    home = search.before(node for node in search.pushed if node.boxes == goal and node.region & search.ports)
    escapes = sum(node in live for node in search.escapes)
    starts = {name: search.mask(boxes) for name, boxes in gadget.configurations.items()}

    names: dict[int, str] = {}
    for name, boxes in starts.items():
        if live.issuperset(search.entries(boxes)):
            names.setdefault(boxes, name)
    free = (name for number in count(len(names)) if (name := f"c{number}") not in starts)
    for node in search.pushed:
        if node.boxes not in names and node in live and node.region & search.ports:
            names[node.boxes] = next(free)
    passages = frozenset(
        Passage(names[boxes], entry, leaving, names[after])
        for boxes in names
        for entry, leaving, after in search.passages(boxes, live)
        if entry != leaving or boxes != after
    )
    return Derivation(
        automaton=Automaton(tuple(names.values()), passages),
        live_regions=search.regions_of(live),
        starts={name: names[boxes] for name, boxes in starts.items() if boxes in names},
        boxes_of={name: search.squares(boxes) for boxes, name in names.items()},
        nodes=len(search.pushed),
        live=len(live),
        escapes=escapes,
        lost=len(search.escapes) - escapes,
        traps=len(live - home),
        sealed=not search.escapes or not search.ports & search.of_use,
        dead_starts=tuple(name for name, boxes in starts.items() if boxes not in names),
    )


def problems(gadget: Gadget, declared: Automaton) -> list[str]:
    r"""Return the reasons against using a gadget as declared.

    >>> slit = Gadget.parse("SLIT", {"in": "####\nA $#\n#B##", "out": "####\nA$ #\n#B##"})
    >>> problems(slit, Automaton.parse("in: A->B, B->A\nout: A->A [in], A->B [in]"))
    []
    >>> problems(slit, Automaton.parse("in: A->B\nout: A->A [in], A->B [in]"))[0]
    'in is not as declared: it behaves as s0 in s0: A->B, B->A; s1: A->A [s0], A->B [s0]'
    """
    found = derive(gadget)
    wrong = [f"the gadget is dead in {name}" for name in found.dead_starts]
    if found.escapes:
        wrong.append(f"boxes can be pushed onto ports, in {found.escapes} ways")
    if not found.sealed:
        wrong.append("boxes can be pushed onto ports once the gadget is dead, and may come back from there")
    if found.traps:
        wrong.append(f"it can be finished only with the player shut in, from {found.traps} nodes")
    if not wrong:
        wrong += differences(found.automaton, declared, found.starts)
    return wrong


def smallest(derivation: Derivation) -> Automaton:
    r"""Return the derived automaton up to bisimulation.

    >>> print(smallest(derive(Gadget.parse("SLIT", {"s0": "####\nA $#\n#B##"}))))
    s0: A->B, B->A
    """
    return minimise(derivation.automaton, {state: name for name, state in derivation.starts.items()})[0]


class _GadgetSearch:
    def __init__(self, gadget: Gadget, exhaustive: bool, most_nodes: int) -> None:
        self.grid = Grid(gadget.board)
        self.floor = self.grid.floor
        self.goal = self.mask(gadget.goal)
        self.port = {name: self.mask([square]) for name, square in gadget.ports.items()}
        self.ports = self.mask(gadget.ports.values())
        self.of_use = self.squares_of_use()
        is_sealed = not self.ports & self.of_use or not self.ports & self.squares_in_reach(gadget)
        self.landings = self.of_use | self.ports if is_sealed and not exhaustive else self.floor
        self.regions: dict[int, list[int]] = {}
        self.pushed: dict[_GadgetNode, list[_GadgetNode]] = {}
        self.escapes: list[_GadgetNode] = []
        waiting = [node for boxes in gadget.configurations.values() for node in self.entries(self.mask(boxes))]
        while waiting:
            node = waiting.pop()
            if node in self.pushed:
                continue
            if len(self.pushed) == most_nodes:
                raise MemoryError(f"gadget {gadget.name} has more than {most_nodes} nodes")
            self.pushed[node] = list(self.pushes(node))
            waiting += self.after(node)

    def mask(self, squares: Iterable[Square]) -> int:
        return self.grid.mask(set(squares))

    def squares(self, mask: int) -> Boxes:
        return frozenset(self.grid.squares(mask))

    def node(self, boxes: int, player: int) -> _GadgetNode:
        known = self.regions.setdefault(boxes, [])
        for region in known:
            if region & player:
                return _GadgetNode(boxes, region)
        region = self.grid.reachable(player, boxes)
        known.append(region)
        return _GadgetNode(boxes, region)

    def entries(self, boxes: int) -> list[_GadgetNode]:
        return list(dict.fromkeys(self.node(boxes, port) for port in self.port.values()))

    def after(self, node: _GadgetNode) -> list[_GadgetNode]:
        return self.pushed[node] + (self.entries(node.boxes) if node.region & self.ports else [])

    def pushes(self, node: _GadgetNode) -> Iterator[_GadgetNode]:
        boxes, region = node
        free = self.floor & ~boxes
        for step in self.grid.steps:
            for box in bits(boxes & shift(region, step) & shift(free & self.landings, -step)):
                landing = shift(box, step)
                if landing & self.ports:
                    self.escapes.append(node)
                else:
                    yield self.node(boxes ^ box ^ landing, box)

    def before(self, nodes: Iterable[_GadgetNode]) -> set[_GadgetNode]:
        back: dict[_GadgetNode, list[_GadgetNode]] = {}
        for node in self.pushed:
            for one in self.after(node):
                back.setdefault(one, []).append(node)
        return closure(nodes, lambda node: back.get(node, ()))

    def passages(self, boxes: int, live: set[_GadgetNode]) -> Iterator[tuple[str, str, int]]:
        for entry, port in self.port.items():
            if (first := self.node(boxes, port)) not in live:
                continue
            for node in closure([first], lambda node: live.intersection(self.pushed[node])):
                for leaving, other in self.port.items():
                    if node.region & other:
                        yield entry, leaving, node.boxes

    def regions_of(self, nodes: set[_GadgetNode]) -> dict[Boxes, tuple[Boxes, ...]]:
        found: dict[Boxes, tuple[Boxes, ...]] = {}
        for boxes, region in sorted(nodes):
            key = self.squares(boxes)
            found[key] = (*found.get(key, ()), self.squares(region))
        return found

    def squares_in_reach(self, gadget: Gadget) -> int:
        boxes = self.mask(square for boxes in gadget.configurations.values() for square in boxes)
        return self.grow(boxes, lambda found, step: shift(found & shift(self.floor, step), step))

    def squares_of_use(self) -> int:
        return self.grow(self.goal, lambda found, step: shift(found, -step) & (shift(self.floor, step) | self.ports))

    def grow(self, found: int, onward: Callable[[int, int], int]) -> int:
        while True:
            more = found
            for step in self.grid.steps:
                more |= onward(found, step) & self.floor
            if more == found:
                return found
            found = more
