"""Gadget network of a machine and a word (docs/background/machines.md).

The player is the head: his *track* encodes state and cell, and latches store the symbols of cells.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from itertools import groupby

from sokogen.reductions.gadgets.building import FactBuilder
from sokogen.reductions.gadgets.network import Network
from sokogen.reductions.machines.lba import Machine, Rule, move_head
from sokogen.reductions.machines.usable import Usable, usable
from sokogen.reductions.meanings import NetworkMeaning

ACCEPTED = "accepted"
HOME = "p"
_NO_WAY = "d"


class MachineNames(StrEnum):
    """Prefixes of tile names.

    >>> written = MachineNames.WRITTEN + task(0, Rule("even", "1", "odd", "e", 1), 4)
    >>> MachineNames.READING.of(0, "even", "1"), written, MachineNames.HUB.of(2, "e")
    ('r1.even.1', 'w1.e.odd.2', 'h3.e')
    """

    READING = "r"  # and state, symbol: the latch that lets the head in a state read a symbol
    WRITTEN = "w"  # a task: the latch that lets the player go on once he has written
    TOGGLE = "t"  # a task: the toggle through which he goes to write
    CHOICE = "c"  # and state, symbol > task: the diode behind which a rule has been chosen among several
    HUB = "h"  # and symbol: the latch that leads from the hub to the symbol that the cell holds
    FILLING = "f"  # and symbol: the diode from blank to a symbol
    LEAVING = "l"  # and symbol: the diode from a symbol to the hub
    PLUG = "p"  # the plug that opens into a cell's hub

    def of(self, cell: int, *rest: str) -> str:
        return ".".join([f"{self}{cell + 1}", *rest])


def task(cell: int, rule: Rule, length: int) -> str:
    return f"{cell + 1}.{rule.write}.{rule.after}.{move_head(cell, rule.move, length) + 1}"


def choice(cell: int, rule: Rule, length: int) -> str:
    return MachineNames.CHOICE.of(cell, rule.state, f"{rule.read}>{task(cell, rule, length)}")


@dataclass(frozen=True)
class MachineNetwork:
    """Machine, a word and its network; `tracks` maps nets to state and cell of the head."""

    machine: Machine
    word: str
    used: Usable
    network: Network
    latches: dict[tuple[int, str], list[str]]
    tracks: dict[str, tuple[str, int]]

    @property
    def meaning(self) -> NetworkMeaning:
        """Meaning of nets and latches.

        >>> machine = Machine(("a", "yes"), ("0", "1"), "a", "yes", (Rule("a", "0", "yes", "1", 0),))
        >>> meaning = network_of(machine, "0").meaning
        >>> meaning.start, meaning.nets["1 holds 1"], meaning.latches["r1.a.0"]
        ({'state': 'a', 'head': 'cell 1', 'cell 1': '0'}, {'cell 1': '1'}, ('cell 1', '0'))
        """
        start = {"state": self.machine.start, "head": _cell(0)}
        nets = {net: {"state": state, "head": _cell(cell)} for net, (state, cell) in self.tracks.items()}
        nets[ACCEPTED] = {"state": self.machine.accept, "head": ""}
        for (cell, symbol), latches in self.latches.items():
            nets[self.network.net_of[latches[0], "O"]] = {_cell(cell): symbol}
            nets[self.network.net_of[latches[-1], "A"]] = {_cell(cell): ""}
        return NetworkMeaning(
            start | {_cell(cell): symbol for cell, symbol in enumerate(self.word)},
            nets,
            {latch: (_cell(cell), symbol) for (cell, symbol), some in self.latches.items() for latch in some},
        )


def _cell(cell: int) -> str:
    return f"cell {cell + 1}"


def network_of(machine: Machine, word: str) -> MachineNetwork:
    r"""Return a network that can be won if and only if the machine accepts.

    >>> machine = Machine(("a", "yes"), ("0", "1"), "a", "yes", (Rule("a", "0", "yes", "1", 0),))
    >>> lines = str(network_of(machine, "0").network).splitlines()
    >>> print(*lines[:2], *lines[-2:], sep="\n")
    r1.a.0: LATCH, from s0 to s0
    w1.1.yes.1: LATCH, from s2 to s2
    past w1.1.yes.1: w1.1.yes.1.A h1.1.C
    the player starts in a at 1
    """
    return _MachineBuilder(machine, word).build_machine()


class _MachineBuilder(FactBuilder[tuple[int, str]]):
    def __init__(self, machine: Machine, word: str) -> None:
        super().__init__()
        self.machine = machine
        self.word = word
        self.used = usable(machine, word)
        self.known: set[str] = set()

    def build_machine(self) -> MachineNetwork:
        for (state, cell), rules in self.used.rules.items():
            for read, some in groupby(sorted(rules, key=lambda rule: rule.read), key=lambda rule: rule.read):
                self.rules(state, cell, read, list(some))
        cells = [cell for cell, symbols in enumerate(self.used.symbols) if len(symbols) > 1]
        for cell in cells:
            self.cell(cell)
        start = self.track(self.machine.start, 0)
        if not self.tiles and self.current_name(start) != self.current_name(ACCEPTED):
            # Nothing ever leads on: a diode against the way blocks the player and keeps the level connected.
            self.diode(_NO_WAY, ACCEPTED, start)
        self.plug(HOME, ACCEPTED, start)
        tracks: dict[str, tuple[str, int]] = {}
        for state, cell in self.used.rules:
            track = self.current_name(self.track(state, cell))
            if track not in tracks or tracks[track][1] not in cells:
                tracks[track] = (state, cell)
        return MachineNetwork(self.machine, self.word, self.used, self.build(start), self.latches, tracks)

    def rules(self, state: str, cell: int, read: str, rules: list[Rule]) -> None:
        passed = self.track(state, cell)
        if len(self.used.symbols[cell]) > 1:
            latch = MachineNames.READING.of(cell, state, read)
            track, passed = passed, f"{read} read in {state} at {cell + 1}"
            self.add_reader(latch, (cell, read), track, passed)
        # At an end of the tape rules may differ and do the same.
        different = {task(cell, rule, len(self.word)): rule for rule in rules}
        for rule in different.values():
            after = self.track(rule.after, move_head(cell, rule.move, len(self.word)))
            net = after if rule.write == read else self.to_write(cell, rule, after)
            if len(different) > 1:
                self.diode(choice(cell, rule, len(self.word)), passed, net)
            else:
                self.join(net, passed)

    def to_write(self, cell: int, rule: Rule, after: str) -> str:
        length = len(self.word)
        net, latch = f"write {task(cell, rule, length)}", MachineNames.WRITTEN + task(cell, rule, length)
        if latch not in self.known:
            self.known.add(latch)
            self.add_reader(latch, (cell, rule.write), net, after)
            self.toggle(MachineNames.TOGGLE + task(cell, rule, length), net, self.hub(cell))
        return net

    def cell(self, cell: int) -> None:
        hub, blank = self.hub(cell), f"{cell + 1} blank"
        for symbol in self.used.symbols[cell]:
            fact = (cell, symbol)
            holds = self.net_of(fact)
            self.add_reader(MachineNames.HUB.of(cell, symbol), fact, hub, holds)
            self.diode(MachineNames.FILLING.of(cell, symbol), blank, holds)
            self.diode(MachineNames.LEAVING.of(cell, symbol), holds, hub)
            self.add_fact_lane(fact, blank)
        self.plug(MachineNames.PLUG.of(cell), ACCEPTED, hub)

    def holds_at_first(self, fact: tuple[int, str]) -> bool:
        cell, symbol = fact
        return self.word[cell] == symbol

    def net_of(self, fact: tuple[int, str]) -> str:
        cell, symbol = fact
        return f"{cell + 1} holds {symbol}"

    def track(self, state: str, cell: int) -> str:
        return ACCEPTED if state == self.machine.accept else f"{state} at {cell + 1}"

    @staticmethod
    def hub(cell: int) -> str:
        return f"hub {cell + 1}"
