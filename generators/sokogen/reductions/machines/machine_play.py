"""Gadget network of a machine and a word (docs/background/machines.md), and its play if the machine accepts.

The player is the head: his *track* encodes state and cell, and latches store the symbols of cells. Rules that the
machine cannot use, by an overapproximation, have no gadgets.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import groupby
from typing import NamedTuple

from sokogen.reductions.gadgets.building import FactBuilder
from sokogen.reductions.gadgets.network import Network, Step
from sokogen.reductions.gadgets.playing import NetworkPlayer
from sokogen.reductions.machines.lba import Machine, Rule, move_head
from sokogen.reductions.meanings import NetworkMeaning


class Usable(NamedTuple):
    """Symbols of each cell, and the rules by state and cell."""

    symbols: tuple[tuple[str, ...], ...]
    rules: Mapping[tuple[str, int], tuple[Rule, ...]]


def usable(machine: Machine, word: str) -> Usable:
    """Return what can happen if each cell is treated independently.

    >>> rules = (Rule("a", "0", "a", "1", 1), Rule("a", "1", "yes", "1", 0))
    >>> machine = Machine(("a", "yes"), ("0", "1"), "a", "yes", rules)
    >>> for place, rules in usable(machine, "00").rules.items():
    ...     print(place, *rules, sep="; ")
    ('a', 0); a 0 -> a 1 R; a 1 -> yes 1 S
    ('a', 1); a 0 -> a 1 R; a 1 -> yes 1 S
    ('yes', 0)
    ('yes', 1)
    """
    initial = machine.initial(word)
    symbols = [{symbol: None} for symbol in word]
    places = {(initial.state, initial.head): None}
    grown = True
    while grown:
        before = len(places), sum(map(len, symbols))
        for state, cell in list(places):
            for rule in machine.rules:
                if rule.state == state and rule.read in symbols[cell]:
                    symbols[cell][rule.write] = None
                    places[rule.after, move_head(cell, rule.move, len(word))] = None
        grown = before != (len(places), sum(map(len, symbols)))
    rules = {
        (state, cell): tuple(rule for rule in machine.rules if rule.state == state and rule.read in symbols[cell])
        for state, cell in places
    }
    return Usable(tuple(map(tuple, symbols)), rules)


ACCEPTED = "accepted"
_HOME = "p"
_NO_WAY = "d"


class _MachineNames(StrEnum):
    """Prefixes of tile names.

    >>> written = _MachineNames.WRITTEN + _task(0, Rule("even", "1", "odd", "e", 1), 4)
    >>> _MachineNames.READING.of(0, "even", "1"), written, _MachineNames.HUB.of(2, "e")
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


def _task(cell: int, rule: Rule, length: int) -> str:
    return f"{cell + 1}.{rule.write}.{rule.after}.{move_head(cell, rule.move, length) + 1}"


def _choice(cell: int, rule: Rule, length: int) -> str:
    return _MachineNames.CHOICE.of(cell, rule.state, f"{rule.read}>{_task(cell, rule, length)}")


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
        self.plug(_HOME, ACCEPTED, start)
        tracks: dict[str, tuple[str, int]] = {}
        for state, cell in self.used.rules:
            track = self.current_name(self.track(state, cell))
            if track not in tracks or tracks[track][1] not in cells:
                tracks[track] = (state, cell)
        return MachineNetwork(self.machine, self.word, self.used, self.build(start), self.latches, tracks)

    def rules(self, state: str, cell: int, read: str, rules: list[Rule]) -> None:
        passed = self.track(state, cell)
        if len(self.used.symbols[cell]) > 1:
            latch = _MachineNames.READING.of(cell, state, read)
            track, passed = passed, f"{read} read in {state} at {cell + 1}"
            self.add_reader(latch, (cell, read), track, passed)
        # At an end of the tape rules may differ and do the same.
        different = {_task(cell, rule, len(self.word)): rule for rule in rules}
        for rule in different.values():
            after = self.track(rule.after, move_head(cell, rule.move, len(self.word)))
            net = after if rule.write == read else self.to_write(cell, rule, after)
            if len(different) > 1:
                self.diode(_choice(cell, rule, len(self.word)), passed, net)
            else:
                self.join(net, passed)

    def to_write(self, cell: int, rule: Rule, after: str) -> str:
        length = len(self.word)
        net, latch = f"write {_task(cell, rule, length)}", _MachineNames.WRITTEN + _task(cell, rule, length)
        if latch not in self.known:
            self.known.add(latch)
            self.add_reader(latch, (cell, rule.write), net, after)
            self.toggle(_MachineNames.TOGGLE + _task(cell, rule, length), net, self.hub(cell))
        return net

    def cell(self, cell: int) -> None:
        hub, blank = self.hub(cell), f"{cell + 1} blank"
        for symbol in self.used.symbols[cell]:
            fact = (cell, symbol)
            holds = self.net_of(fact)
            self.add_reader(_MachineNames.HUB.of(cell, symbol), fact, hub, holds)
            self.diode(_MachineNames.FILLING.of(cell, symbol), blank, holds)
            self.diode(_MachineNames.LEAVING.of(cell, symbol), holds, hub)
            self.add_fact_lane(fact, blank)
        self.plug(_MachineNames.PLUG.of(cell), ACCEPTED, hub)

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


def play_run(made: MachineNetwork, run: Sequence[Rule]) -> Iterator[Step]:
    """Yield the steps of an accepting run, or raise `SokobanError`.

    >>> from sokogen.reductions.machines.lba import Machine
    >>> from sokogen.reductions.machines.machine_play import network_of
    >>> machine = Machine(("a", "yes"), ("0", "1"), "a", "yes", (Rule("a", "0", "yes", "1", 0),))
    >>> play = list(play_run(network_of(machine, "0"), machine.rules))
    >>> print(*play[:6], sep="; ")
    r1.a.0: I->B [s1]; t1.1.yes.1: A->B [out]; h1.0: I->B [s1]; r1.a.0: O->O [s0]; h1.0: O->O [s0]; r1.a.0: C->A [s2]
    >>> len(play)
    25
    """
    yield from _MachinePlayer(made).play(run)


class _MachinePlayer(NetworkPlayer):
    def __init__(self, made: MachineNetwork) -> None:
        super().__init__(made.network)
        self.made = made
        self.tape = list(made.word)

    def play(self, run: Sequence[Rule]) -> Iterator[Step]:
        head, length = 0, len(self.tape)
        for rule in run:
            yield from self.rule(head, rule)
            head = move_head(head, rule.move, length)
        for cell, symbols in enumerate(self.made.used.symbols):
            if len(symbols) > 1:
                yield self.through(_MachineNames.PLUG.of(cell), "V", "W")
                yield from self.restore(cell)
                yield self.through(_MachineNames.PLUG.of(cell), "W", "V")
        yield self.through(_HOME, "V", "W")
        self.finish()

    def rule(self, cell: int, rule: Rule) -> Iterator[Step]:
        length = len(self.tape)
        if len(self.made.used.symbols[cell]) > 1:
            yield self.through(_MachineNames.READING.of(cell, rule.state, rule.read), "I", "B")
        chosen = _choice(cell, rule, length)
        if chosen in self.network.tile:
            yield self.through(chosen, "A", "B")
        if rule.write != rule.read:
            toggle = _MachineNames.TOGGLE + _task(cell, rule, length)
            yield self.through(toggle, "A", "B")
            yield from self.write(cell, rule.write)
            yield self.through(toggle, "B", "A")
            yield self.through(_MachineNames.WRITTEN + _task(cell, rule, length), "I", "B")

    def write(self, cell: int, symbol: str) -> Iterator[Step]:
        old = self.tape[cell]
        yield self.through(_MachineNames.HUB.of(cell, old), "I", "B")
        yield from self.open_latches(cell, old)
        for latch in self.made.latches[cell, old]:
            yield self.through(latch, "C", "A")
        yield self.through(_MachineNames.FILLING.of(cell, symbol), "A", "B")
        yield from self.open_latches(cell, symbol)
        yield self.through(_MachineNames.LEAVING.of(cell, symbol), "A", "B")
        self.tape[cell] = symbol

    def restore(self, cell: int) -> Iterator[Step]:
        symbol = self.made.word[cell]
        if self.tape[cell] != symbol:
            yield from self.write(cell, symbol)
        elif any(self.state[latch] != "s0" for latch in self.made.latches[cell, symbol]):
            yield self.through(_MachineNames.HUB.of(cell, symbol), "I", "B")
            yield from self.open_latches(cell, symbol)
            yield self.through(_MachineNames.LEAVING.of(cell, symbol), "A", "B")

    def open_latches(self, cell: int, symbol: str) -> Iterator[Step]:
        for latch in self.made.latches[cell, symbol]:
            if self.state[latch] != "s0":
                yield self.through(latch, "O", "O")
