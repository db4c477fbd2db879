"""The wires of a drawing by channels: which lines there are, in which order, and where they cross; no squares yet.

Gadgets stand in *stacks*, one beside the other. Before the first stack, between each two and behind the last one are
*channels*. A net has a vertical line, its *bar*, in each channel where it has ports; from a port a *stub* leads
sideways to the bar of its net in the next channel. A net with bars in several channels has one *trunk*, a horizontal
line that joins them. The horizontal lines, stubs and trunks, have a total order from top to bottom.

So only horizontal lines cross bars, each pair at most once. A net with p ports has at most p bars and p + 1 horizontal
lines. For P ports in all there are at most P bars and 2P horizontal lines (a trunk joins two bars at least), hence at
most 2P^2 crossings.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from sokogen.reductions.gadgets.network import Flow, Network
from sokogen.reductions.layout.crossing import Ways

Place = tuple[str, str]


class Face(NamedTuple):
    """A gadget's ports on the left and on the right, from top to bottom, and whether it is a mirror image for that."""

    left: tuple[str, ...]
    right: tuple[str, ...]
    mirrored: bool

    def flipped(self) -> Face:
        """Return the face of the gadget turned upside down, as in a mirror."""
        return Face(self.left[::-1], self.right[::-1], not self.mirrored)


@dataclass(frozen=True)
class Arrangement:
    """Gadgets in stacks from left to right, the order of gadgets and nets from top to bottom, and the gadgets' faces.

    `order` has every gadget and every net once; it tells the order of gadgets and trunks.
    """

    stacks: Sequence[Sequence[str]]
    order: Sequence[str]
    faces: Mapping[str, Face]


class Traffic(NamedTuple):
    """How many ports the player may come from, and how many he may want to go to."""

    sources: int
    sinks: int

    def plus(self, other: Traffic) -> Traffic:
        """Return the sum."""
        return Traffic(self.sources + other.sources, self.sinks + other.sinks)

    def minus(self, other: Traffic) -> Traffic:
        """Return the rest."""
        return Traffic(self.sources - other.sources, self.sinks - other.sinks)


NOTHING = Traffic(0, 0)


def ways(before: Traffic, behind: Traffic) -> Ways:
    """Return how a wire is walked between two parts of its net."""
    return Ways(
        before.sources > 0 and behind.sinks > 0,
        behind.sources > 0 and before.sinks > 0,
    )


@dataclass(slots=True)
class Line:
    """A horizontal line: a stub of a port in a channel, coming from the left or the right, or the trunk of a net."""

    number: int
    net: str
    port: Place | None
    traffic: Traffic
    channel: int = -1
    from_left: bool = False


@dataclass(slots=True)
class Bar:
    """A net's vertical line in a channel, in a column of that channel, with the numbers of the lines that meet it."""

    net: str
    channel: int
    lines: list[Line] = field(default_factory=list)
    column: int = -1

    @property
    def top(self) -> int:
        """The first line."""
        return self.lines[0].number

    @property
    def bottom(self) -> int:
        """The last line."""
        return self.lines[-1].number


class Crossing(NamedTuple):
    """A horizontal line crosses a bar; how both are walked there."""

    bar: Bar
    across: Ways
    down: Ways


def start_port(network: Network) -> Place:
    """Return the port beside which the player starts: one from which he is meant to come, if there is any."""
    ends = network.nets[network.start]
    return next((end.place for end in ends if end.flow is not Flow.OUT), ends[0].place)


class Wires:
    """All lines of an arrangement, the bars packed into columns."""

    def __init__(self, network: Network, arrangement: Arrangement) -> None:
        """Find the lines, in time O(ports * columns of a channel)."""
        self.arrangement = arrangement
        self.channels = len(arrangement.stacks) + 1
        self.stack_of = {tile: index for index, stack in enumerate(arrangement.stacks) for tile in stack}
        self.bars: dict[tuple[str, int], Bar] = {}
        self.stubs: dict[Place, Line] = {}
        self.trunks: dict[str, Line] = {}
        self.lines: list[Line] = []
        self.of_net: dict[str, list[Bar]] = {}
        self.total: dict[str, Traffic] = {}
        self._find_lines(network)
        # columns[channel][column]: the bars there from top to bottom.
        self.columns: list[list[list[Bar]]] = [[] for _ in range(self.channels)]
        for bar in sorted(self.bars.values(), key=lambda bar: (bar.top, bar.bottom)):
            columns = self.columns[bar.channel]
            free = (number for number, column in enumerate(columns) if column[-1].bottom < bar.top)
            bar.column = next(free, len(columns))
            columns[bar.column : bar.column + 1] = [[*(columns[bar.column] if bar.column < len(columns) else ()), bar]]
        for channel in range(self.channels):
            self._ordered(channel)

    def _find_lines(self, network: Network) -> None:
        traffic = {
            end.place: Traffic(int(end.flow is not Flow.OUT), int(end.flow is not Flow.IN))
            for ends in network.nets.values()
            for end in ends
        }
        start = start_port(network)
        traffic[start] = Traffic(1, traffic[start].sinks)
        channels: dict[str, set[int]] = {}
        for tile, face in self.arrangement.faces.items():
            for side, ports in ((0, face.left), (1, face.right)):
                for port in ports:
                    channels.setdefault(network.net_of[tile, port], set()).add(self.stack_of[tile] + side)
        for name in self.arrangement.order:
            if name in self.stack_of:
                self._add_stubs(network, name, traffic)
            elif len(channels.get(name, ())) > 1:
                line = self._line(name, None, NOTHING)
                self.trunks[name] = line
                for channel in sorted(channels[name]):
                    self._bar(name, channel).lines.append(line)
        for bar in self.bars.values():
            self.of_net.setdefault(bar.net, []).append(bar)
            for line in bar.lines:
                self.total[bar.net] = self.total.get(bar.net, NOTHING).plus(line.traffic)

    def _add_stubs(self, network: Network, tile: str, traffic: Mapping[Place, Traffic]) -> None:
        face = self.arrangement.faces[tile]
        for side, ports in ((0, face.left), (1, face.right)):
            for port in ports:
                net = network.net_of[tile, port]
                line = self._line(net, (tile, port), traffic[tile, port])
                line.channel, line.from_left = self.stack_of[tile] + side, side == 1
                self.stubs[tile, port] = line
                self._bar(net, line.channel).lines.append(line)

    def _line(self, net: str, port: Place | None, traffic: Traffic) -> Line:
        self.lines.append(Line(len(self.lines), net, port, traffic))
        return self.lines[-1]

    def _bar(self, net: str, channel: int) -> Bar:
        return self.bars.setdefault((net, channel), Bar(net, channel))

    def traffic_of(self, bar: Bar) -> Traffic:
        """Return the traffic of the ports whose stubs end at a bar."""
        found = NOTHING
        for line in bar.lines:
            found = found.plus(line.traffic)
        return found

    def down(self, bar: Bar, number: int) -> Ways:
        """Return how a bar is walked where a line with this number crosses it."""
        total = self.total[bar.net]
        own = self.traffic_of(bar)
        above = NOTHING
        for line in bar.lines:
            if line.number < number:
                above = above.plus(total.minus(own) if line.port is None else line.traffic)
        return ways(above, total.minus(above))

    def ends(self, line: Line) -> tuple[tuple[int, int], tuple[int, int]]:
        """Return channel and column of a trunk's first and last bar."""
        where = [(bar.channel, bar.column) for bar in self.of_net[line.net]]
        return min(where), max(where)

    def across(self, line: Line, where: tuple[int, int]) -> Ways:
        """Return how a horizontal line is walked in a channel and column."""
        total = self.total[line.net]
        if line.port is not None:
            rest = total.minus(line.traffic)
            return ways(line.traffic, rest) if line.from_left else ways(rest, line.traffic)
        before = NOTHING
        for bar in self.of_net[line.net]:
            if (bar.channel, bar.column) < where:
                before = before.plus(self.traffic_of(bar))
        return ways(before, total.minus(before))

    def crossed(self, line: Line) -> Iterator[Bar]:
        """Yield the bars that a line crosses."""
        if line.port is not None:
            own = self.bars[line.net, line.channel].column
            columns = self.columns[line.channel]
            spans = [(line.channel, range(own) if line.from_left else range(own + 1, len(columns)))]
        else:
            (first, left), (last, right) = self.ends(line)
            spans = [
                (channel, range(left + 1 if channel == first else 0, right if channel == last else len(columns)))
                for channel, columns in enumerate(self.columns)
                if first <= channel <= last
            ]
        for channel, span in spans:
            for column in span:
                bar = _at(self.columns[channel][column], line.number)
                if bar is not None and bar.net != line.net:
                    yield bar

    def crossings(self, line: Line) -> list[Crossing]:
        """Return the crossings of a line."""
        return [
            Crossing(bar, self.across(line, (bar.channel, bar.column)), self.down(bar, line.number))
            for bar in self.crossed(line)
        ]

    def price(self) -> int:
        """Return the number of crossovers that the crossings need."""
        return sum(
            across.lanes * down.lanes for line in self.lines for _, across, down in self.crossings(line)
        )

    def _ordered(self, channel: int) -> None:
        """Order the columns of a channel such that stubs and the ends of trunks cross less."""
        columns = self.columns[channel]
        count = len(columns)
        # before[i][j]: the price of column i on the left of column j.
        before = [[0] * count for _ in range(count)]
        for j, column in enumerate(columns):
            for bar in column:
                for line in bar.lines:
                    sides = self._sides(line, channel)
                    for i in range(count):
                        crossed = _at(columns[i], line.number) if i != j and sides != (False, False) else None
                        if crossed is None or crossed.net == line.net:
                            continue
                        price = self.down(crossed, line.number).lanes
                        if sides[0]:
                            before[i][j] += price * self.across(line, (channel, 0)).lanes
                        if sides[1]:
                            before[j][i] += price * self.across(line, (channel, count)).lanes
        order = _cheap_order(before)
        self.columns[channel] = [columns[old] for old in order]
        for number, column in enumerate(self.columns[channel]):
            for bar in column:
                bar.column = number

    def _sides(self, line: Line, channel: int) -> tuple[bool, bool]:
        """Say whether a line goes on from its bar in a channel to the left alone, or to the right alone."""
        if line.port is not None:
            return line.from_left, not line.from_left
        channels = [bar.channel for bar in self.of_net[line.net]]
        return channel == max(channels), channel == min(channels)


def _at(column: Sequence[Bar], number: int) -> Bar | None:
    """Return the bar of a column that a line with this number crosses, if any."""
    index = bisect_right(column, number, key=lambda bar: bar.top) - 1
    return column[index] if index >= 0 and column[index].top < number < column[index].bottom else None


def _cheap_order(before: Sequence[Sequence[int]]) -> list[int]:
    """Return an order with a low sum of prices of all pairs: each one in turn moved to its best place, a few rounds."""
    order = list(range(len(before)))
    for _ in range(8):
        old = order[:]
        for one in old:
            order.remove(one)
            # The price of putting it at the very left, and how that changes with each step to the right.
            price, best, place = 0, 0, 0
            for index, other in enumerate(order):
                price += before[other][one] - before[one][other]
                if price < best:
                    best, place = price, index + 1
            order.insert(place, one)
        if order == old:
            break
    return order
