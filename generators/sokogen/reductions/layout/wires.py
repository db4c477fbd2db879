"""Topology of a channel drawing (`docs/background/layout.md`)."""

from __future__ import annotations

from bisect import bisect_right, insort
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from sokogen.reductions.gadgets.network import Flow, Network, Ways

_Place = tuple[str, str]


_NEW_COLUMN = 3
"""The cost of a column, in crossovers."""


class Face(NamedTuple):
    """A gadget's ports on the left and right."""

    left: tuple[str, ...]
    right: tuple[str, ...]
    mirrored: bool

    def flip(self) -> Face:
        return Face(self.left[::-1], self.right[::-1], not self.mirrored)


@dataclass(frozen=True)
class Arrangement:
    """Stacks, the vertical order, and faces."""

    stacks: Sequence[Sequence[str]]
    order: Sequence[str]
    faces: Mapping[str, Face]


class _Traffic(NamedTuple):
    sources: int
    sinks: int

    def plus(self, other: _Traffic) -> _Traffic:
        return _Traffic(self.sources + other.sources, self.sinks + other.sinks)

    def minus(self, other: _Traffic) -> _Traffic:
        return _Traffic(self.sources - other.sources, self.sinks - other.sinks)


_NOTHING = _Traffic(0, 0)


def _ways(before: _Traffic, behind: _Traffic) -> Ways:
    """Return a wire's directions between two parts of its net."""
    return Ways(
        before.sources > 0 and behind.sinks > 0,
        behind.sources > 0 and before.sinks > 0,
    )


@dataclass(slots=True)
class WireLine:
    """Stub, or a net's trunk."""

    number: int
    net: str
    port: _Place | None
    traffic: _Traffic
    channel: int = -1
    from_left: bool = False


@dataclass(slots=True)
class Bar:
    """A net's vertical line; `own` is its stubs' traffic, `above` that behind the first n lines."""

    net: str
    channel: int
    lines: list[WireLine] = field(default_factory=list)
    column: int = -1
    own: _Traffic = _NOTHING
    above: list[_Traffic] = field(default_factory=list)

    @property
    def top(self) -> int:
        return self.lines[0].number

    @property
    def bottom(self) -> int:
        return self.lines[-1].number


class _WireCrossing(NamedTuple):
    bar: Bar
    across: Ways
    down: Ways


def start_port(network: Network) -> _Place:
    """Return the port beside which the player starts."""
    ends = network.nets[network.start]
    return next((end.place for end in ends if end.flow is not Flow.OUT), ends[0].place)


class Wires:
    """All lines, with bars packed into columns."""

    def __init__(self, network: Network, arrangement: Arrangement) -> None:
        self.arrangement = arrangement
        self.channels = len(arrangement.stacks) + 1
        self.stack_of = {tile: index for index, stack in enumerate(arrangement.stacks) for tile in stack}
        self.bars: dict[tuple[str, int], Bar] = {}
        self.stubs: dict[_Place, WireLine] = {}
        self.trunks: dict[str, WireLine] = {}
        self.lines: list[WireLine] = []
        self.of_net: dict[str, list[Bar]] = {}
        self.total: dict[str, _Traffic] = {}
        self._find_lines(network)
        # columns[channel][column]: the bars there from top to bottom.
        self.columns: list[list[list[Bar]]] = []
        in_channel: list[list[Bar]] = [[] for _ in range(self.channels)]
        for bar in self.bars.values():
            in_channel[bar.channel].append(bar)
        for channel, bars in enumerate(in_channel):
            self.columns.append(_pack(bars, self._prices(channel, bars)))
            for number, column in enumerate(self.columns[channel]):
                for bar in column:
                    bar.column = number

    def _find_lines(self, network: Network) -> None:
        traffic = {
            end.place: _Traffic(int(end.flow is not Flow.OUT), int(end.flow is not Flow.IN))
            for ends in network.nets.values()
            for end in ends
        }
        start = start_port(network)
        traffic[start] = _Traffic(1, traffic[start].sinks)
        channels: dict[str, set[int]] = {}
        for tile, face in self.arrangement.faces.items():
            for side, ports in ((0, face.left), (1, face.right)):
                for port in ports:
                    channels.setdefault(network.net_of[tile, port], set()).add(self.stack_of[tile] + side)
        for name in self.arrangement.order:
            if name in self.stack_of:
                self._add_stubs(network, name, traffic)
            elif len(channels.get(name, ())) > 1:
                line = self._line(name, None, _NOTHING)
                self.trunks[name] = line
                for channel in sorted(channels[name]):
                    self._bar(name, channel).lines.append(line)
        for bar in self.bars.values():
            self.of_net.setdefault(bar.net, []).append(bar)
            for line in bar.lines:
                bar.own = bar.own.plus(line.traffic)
            self.total[bar.net] = self.total.get(bar.net, _NOTHING).plus(bar.own)
        for bar in self.bars.values():
            bar.above = [_NOTHING]
            rest = self.total[bar.net].minus(bar.own)
            for line in bar.lines:
                bar.above.append(bar.above[-1].plus(rest if line.port is None else line.traffic))

    def _add_stubs(self, network: Network, tile: str, traffic: Mapping[_Place, _Traffic]) -> None:
        face = self.arrangement.faces[tile]
        for side, ports in ((0, face.left), (1, face.right)):
            for port in ports:
                net = network.net_of[tile, port]
                line = self._line(net, (tile, port), traffic[tile, port])
                line.channel, line.from_left = self.stack_of[tile] + side, side == 1
                self.stubs[tile, port] = line
                self._bar(net, line.channel).lines.append(line)

    def _line(self, net: str, port: _Place | None, traffic: _Traffic) -> WireLine:
        self.lines.append(WireLine(len(self.lines), net, port, traffic))
        return self.lines[-1]

    def _bar(self, net: str, channel: int) -> Bar:
        return self.bars.setdefault((net, channel), Bar(net, channel))

    def down(self, bar: Bar, number: int) -> Ways:
        above = bar.above[bisect_right(bar.lines, number, key=lambda line: line.number)]
        return _ways(above, self.total[bar.net].minus(above))

    def ends(self, line: WireLine) -> tuple[tuple[int, int], tuple[int, int]]:
        where = [(bar.channel, bar.column) for bar in self.of_net[line.net]]
        return min(where), max(where)

    def across(self, line: WireLine, where: tuple[int, int]) -> Ways:
        total = self.total[line.net]
        if line.port is not None:
            rest = total.minus(line.traffic)
            return _ways(line.traffic, rest) if line.from_left else _ways(rest, line.traffic)
        before = _NOTHING
        for bar in self.of_net[line.net]:
            if (bar.channel, bar.column) < where:
                before = before.plus(bar.own)
        return _ways(before, total.minus(before))

    def bars_crossed(self, line: WireLine) -> Iterator[Bar]:
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

    def crossings(self, line: WireLine) -> list[_WireCrossing]:
        return [
            _WireCrossing(bar, self.across(line, (bar.channel, bar.column)), self.down(bar, line.number))
            for bar in self.bars_crossed(line)
        ]

    def price(self) -> int:
        return sum(across.lanes * down.lanes for line in self.lines for _, across, down in self.crossings(line))

    def _prices(self, channel: int, bars: Sequence[Bar]) -> dict[tuple[str, str], int]:
        found: dict[tuple[str, str], int] = {}
        ordered = sorted(bars, key=lambda bar: bar.top)
        tops = [bar.top for bar in ordered]
        for bar in bars:
            for line in bar.lines:
                to_left, to_right = self._sides(line, channel)
                if not to_left and not to_right:
                    continue
                lanes = self.across(line, (channel, -1 if to_left else len(bars))).lanes
                for other in ordered[: bisect_right(tops, line.number)]:
                    if other.top < line.number < other.bottom and other is not bar:
                        key = (other.net, bar.net) if to_left else (bar.net, other.net)
                        found[key] = found.get(key, 0) + lanes * self.down(other, line.number).lanes
        return found

    def _sides(self, line: WireLine, channel: int) -> tuple[bool, bool]:
        if line.port is not None:
            return line.from_left, not line.from_left
        channels = [bar.channel for bar in self.of_net[line.net]]
        return channel == max(channels), channel == min(channels)


def _at(column: Sequence[Bar], number: int) -> Bar | None:
    index = bisect_right(column, number, key=lambda bar: bar.top) - 1
    return column[index] if index >= 0 and column[index].top < number < column[index].bottom else None


def _pack(bars: Sequence[Bar], prices: Mapping[tuple[str, str], int]) -> list[list[Bar]]:
    columns: list[list[Bar]] = []
    order = sorted(bars, key=lambda bar: (bar.top - bar.bottom, bar.top))
    for turn in range(3):
        for bar in order:
            if turn:
                home = next(column for column in columns if bar in column)
                home.remove(bar)
                if not home:
                    columns.remove(home)
            _put(bar, columns, prices)
    return columns


def _put(bar: Bar, columns: list[list[Bar]], prices: Mapping[tuple[str, str], int]) -> None:
    as_right = [sum(prices.get((other.net, bar.net), 0) for other in column) for column in columns]
    as_left = [sum(prices.get((bar.net, other.net), 0) for other in column) for column in columns]
    price = sum(as_left)  # of the place before all columns
    best, place, new = price + _NEW_COLUMN, 0, True
    for index, column in enumerate(columns):
        price -= as_left[index]
        if price < best and _fits(bar, column):
            best, place, new = price, index, False
        price += as_right[index]
        if price + _NEW_COLUMN < best:
            best, place, new = price + _NEW_COLUMN, index + 1, True
    if new:
        columns.insert(place, [bar])
    else:
        insort(columns[place], bar, key=lambda one: one.top)


def _fits(bar: Bar, column: Sequence[Bar]) -> bool:
    index = bisect_right(column, bar.top, key=lambda one: one.top)
    return (not index or column[index - 1].bottom < bar.top) and (
        index == len(column) or column[index].top > bar.bottom
    )
