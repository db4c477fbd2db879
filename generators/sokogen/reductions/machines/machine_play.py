"""Winning play of an accepting machine's network."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sokogen.reductions.gadgets.network import Step
from sokogen.reductions.gadgets.playing import NetworkPlayer
from sokogen.reductions.machines.lba import Rule, move_head
from sokogen.reductions.machines.machine_network import HOME, MachineNames, MachineNetwork, choice, task


def play_run(made: MachineNetwork, run: Sequence[Rule]) -> Iterator[Step]:
    """Yield the steps of an accepting run, or raise `SokobanError`.

    >>> from sokogen.reductions.machines.lba import Machine
    >>> from sokogen.reductions.machines.machine_network import network_of
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
                yield self.through(MachineNames.PLUG.of(cell), "V", "W")
                yield from self.restore(cell)
                yield self.through(MachineNames.PLUG.of(cell), "W", "V")
        yield self.through(HOME, "V", "W")
        self.finish()

    def rule(self, cell: int, rule: Rule) -> Iterator[Step]:
        length = len(self.tape)
        if len(self.made.used.symbols[cell]) > 1:
            yield self.through(MachineNames.READING.of(cell, rule.state, rule.read), "I", "B")
        chosen = choice(cell, rule, length)
        if chosen in self.network.tile:
            yield self.through(chosen, "A", "B")
        if rule.write != rule.read:
            toggle = MachineNames.TOGGLE + task(cell, rule, length)
            yield self.through(toggle, "A", "B")
            yield from self.write(cell, rule.write)
            yield self.through(toggle, "B", "A")
            yield self.through(MachineNames.WRITTEN + task(cell, rule, length), "I", "B")

    def write(self, cell: int, symbol: str) -> Iterator[Step]:
        old = self.tape[cell]
        yield self.through(MachineNames.HUB.of(cell, old), "I", "B")
        yield from self.open_latches(cell, old)
        for latch in self.made.latches[cell, old]:
            yield self.through(latch, "C", "A")
        yield self.through(MachineNames.FILLING.of(cell, symbol), "A", "B")
        yield from self.open_latches(cell, symbol)
        yield self.through(MachineNames.LEAVING.of(cell, symbol), "A", "B")
        self.tape[cell] = symbol

    def restore(self, cell: int) -> Iterator[Step]:
        symbol = self.made.word[cell]
        if self.tape[cell] != symbol:
            yield from self.write(cell, symbol)
        elif any(self.state[latch] != "s0" for latch in self.made.latches[cell, symbol]):
            yield self.through(MachineNames.HUB.of(cell, symbol), "I", "B")
            yield from self.open_latches(cell, symbol)
            yield self.through(MachineNames.LEAVING.of(cell, symbol), "A", "B")

    def open_latches(self, cell: int, symbol: str) -> Iterator[Step]:
        for latch in self.made.latches[cell, symbol]:
            if self.state[latch] != "s0":
                yield self.through(latch, "O", "O")
