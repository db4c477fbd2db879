"""Checked plays of a network."""

from __future__ import annotations

from sokogen.reductions.gadgets.network import Network, Step
from sokogen.reductions.gadgets.simulation import useful
from sokospec.errors import SokobanError


class NetworkPlayer:
    """The player's net and each tile's state.

    >>> from sokogen.reductions.gadgets.network import Tile
    >>> network = Network.build([Tile("d", "DIODE", "way", "way")], {"start": ["d.A"], "end": ["d.B"]}, "start")
    >>> player = NetworkPlayer(network)
    >>> print(player.through("d", "A", "B"), player.net)
    d: A->B [way] end
    >>> player.through("d", "A", "B")
    Traceback (most recent call last):
    sokospec.errors.SokobanError: the player is in end, d.A is not
    """

    def __init__(self, network: Network) -> None:
        self.network = network
        self.state = {tile.name: tile.start for tile in network.tiles}
        self.net = network.start

    def through(self, tile: str, entry: str, leave: str) -> Step:
        """Pass through a tile, or raise `SokobanError`."""
        one = self.network.tile[tile]
        automaton = useful(one.kind, one.start, one.goal)
        if self.network.net_of[tile, entry] != self.net:
            raise SokobanError(f"the player is in {self.net}, {tile}.{entry} is not")
        for passage in automaton.passages_from(self.state[tile]):
            if (passage.entry, passage.exit) == (entry, leave):
                self.state[tile] = passage.after
                self.net = self.network.net_of[tile, leave]
                return Step(tile, entry, leave, passage.after)
        raise SokobanError(f"{tile} in state {self.state[tile]} does not let the player pass from {entry} to {leave}")

    def finish(self) -> None:
        wrong = [tile.name for tile in self.network.tiles if self.state[tile.name] != tile.goal]
        if wrong:
            raise SokobanError(f"the play ends with {', '.join(wrong)} not at the goal")
