"""Map of a network's level for pictures (docs/schemas/map.json)."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from sokogen.reductions.gadgets.crossover import OUTSIDE, PASSAGES, crossover_network
from sokogen.reductions.gadgets.library import LIBRARY
from sokogen.reductions.layout.extraction import pieces
from sokogen.reductions.layout.parts import PlacedTile, port_squares, squares_of
from sokogen.reductions.meanings import NO_MEANING, NetworkMeaning
from sokogen.reductions.network_level import NetworkLevel
from sokospec.board import Square

_Span = list[int]
"""Row, column, height and width of a rectangle of squares."""

_NOWHERE = -1


def level_map(made: NetworkLevel, title: str = "", meaning: NetworkMeaning = NO_MEANING) -> dict[str, object]:
    """Return the map of a level as JSON data.

    >>> from sokogen.reductions.formulas.formula_text import parse_formula
    >>> from sokogen.reductions.formula_network import network_of
    >>> from sokogen.reductions.network_level import network_level
    >>> found = level_map(network_level(network_of(parse_formula("exists x. (x)")), tries=1, rounds=1))
    >>> [gadget["name"] for gadget in found["gadgets"]], [wire["name"] for wire in found["wires"]]
    (['c1.1+x1', 'plug'], ['back', 'hall1'])
    """
    height, width = made.squares.shape
    crossing = {name: list[Square]() for name in made.pieces.crossovers}
    gadgets: list[dict[str, object]] = []
    for placed in made.tiles:
        at = squares_of(placed)
        of = placed.tile.name.partition(".")[0]
        if placed.tile.name in made.network.tile:
            gadgets.append(_gadget(placed, at, meaning))
        else:
            crossing[of] += at.values()
    wires = [
        {"name": name, "sets": dict(meaning.nets.get(name, {})), "spans": spans} for name, spans in _spans(made).items()
    ]
    return {
        "title": title,
        "height": height,
        "width": width,
        "start": dict(meaning.start),
        "gadgets": gadgets,
        "crossings": [{"name": name, "span": _around(squares)} for name, squares in crossing.items()],
        "wires": wires,
    }


def text_of_map(found: Mapping[str, object]) -> str:
    lines = []
    for key, value in found.items():
        if isinstance(value, list):
            rows = ",\n".join(json.dumps(each) for each in value)
            lines.append(f"{json.dumps(key)}: [\n{rows}\n]" if value else f"{json.dumps(key)}: []")
        else:
            lines.append(f"{json.dumps(key)}: {json.dumps(value)}")
    return "{\n" + ",\n".join(lines) + "\n}\n"


def _gadget(placed: PlacedTile, at: Mapping[Square, Square], meaning: NetworkMeaning) -> dict[str, object]:
    tile = placed.tile
    gadget = LIBRARY[tile.kind].gadget
    found: dict[str, object] = {"name": tile.name, "kind": tile.kind, "span": _around(list(at.values()))}
    if tile.name in meaning.latches:
        name, value = meaning.latches[tile.name]
        found["keeps"] = {"name": name, "value": value}
    found["start"], found["goal"] = tile.start, tile.goal
    found["ports"] = {name: list(square) for name, square in port_squares(placed).items()}
    found["states"] = {
        state: sorted(list(at[square]) for square in boxes) for state, boxes in gadget.configurations.items()
    }
    return found


def _around(squares: Sequence[Square]) -> _Span:
    rows, columns = [row for row, _ in squares], [column for _, column in squares]
    top, left = min(rows), min(columns)
    return [top, left, max(rows) - top + 1, max(columns) - left + 1]


def _spans(made: NetworkLevel) -> dict[str, list[_Span]]:
    height, width = made.squares.shape
    names = list(made.network.nets)
    number = {name: index for index, name in enumerate(names)}
    net_of_piece = {piece: number[net] for piece, net in _nets_of_pieces(made).items()}
    taken = np.zeros((height, width), np.bool_)
    ends: list[tuple[Square, int]] = []  # the ports that are joined to a piece of corridor
    named: dict[int, int] = {}  # the nets of the squares of ports
    outside = _outside_ports(made)
    for placed in made.tiles:
        for square in squares_of(placed).values():
            taken[square] = True
        for port, square in port_squares(placed).items():
            place = placed.tile.name, port
            piece = made.pieces.piece_of.get(place, outside.get(place))
            if piece is not None:
                ends.append((square, net_of_piece[piece]))
                if place in made.network.net_of:
                    named[square.row * width + square.column] = net_of_piece[piece]
    # A rim of walls, so that every port has four squares around it.
    corridor = np.pad((made.squares != ord("#")) & ~taken, 1)
    places = np.flatnonzero(corridor)
    piece_at, count = pieces(corridor, places)
    net_of_number = np.full(count, _NOWHERE, np.int64)
    flat = corridor.ravel()
    for (row, column), net in ends:
        middle = (row + 1) * (width + 2) + column + 1
        for step in (1, -1, width + 2, -width - 2):
            if flat[middle + step]:
                net_of_number[piece_at[np.searchsorted(places, middle + step)]] = net
    # From here on corridors alone, a small part of the level: an array of numbers for all of it would be its largest.
    rows, columns = np.divmod(places, width + 2)
    squares = np.concatenate([(rows - 1) * width + columns - 1, np.fromiter(named.keys(), np.int64)])
    net_of = np.concatenate([net_of_number[piece_at], np.fromiter(named.values(), np.int64)])
    known = net_of != _NOWHERE
    found: dict[str, list[_Span]] = {name: [] for name in names}
    for net, span in _rectangles(squares[known], net_of[known], made.squares.shape):
        found[names[net]].append(span)
    return {name: sorted(spans) for name, spans in found.items()}


def _nets_of_pieces(made: NetworkLevel) -> dict[int, str]:
    beside: dict[int, list[int]] = defaultdict(list)
    for at in made.pieces.crossovers.values():
        for one, other in PASSAGES:
            beside[at[one]].append(at[other])
            beside[at[other]].append(at[one])
    found = {piece: made.network.net_of[place] for place, piece in made.pieces.piece_of.items()}
    waiting = list(found)
    for piece in waiting:  # the list grows while it is read
        for next_to in beside[piece]:
            if next_to not in found:
                found[next_to] = found[piece]
                waiting.append(next_to)
    return found


def _outside_ports(made: NetworkLevel) -> dict[tuple[str, str], int]:
    ends = [(net, end) for net, some in crossover_network().nets.items() if net in OUTSIDE for end in some]
    return {
        (f"{name}.{end.tile}", end.port): at[net] for name, at in made.pieces.crossovers.items() for net, end in ends
    }


def _rectangles(
    squares: NDArray[np.int64], net_of: NDArray[np.int64], shape: tuple[int, int]
) -> Iterator[tuple[int, _Span]]:
    height, width = shape
    single = []
    for net, square, length in _runs(squares, net_of, width):
        row, column = divmod(square, width)
        if length > 1:
            yield net, [row, column, 1, length]
        else:
            single.append((column * height + row, net))
    left = np.array(single, np.int64).reshape(-1, 2)
    for net, square, length in _runs(left[:, 0], left[:, 1], height):
        column, row = divmod(square, height)
        yield net, [row, column, length, 1]


def _runs(squares: NDArray[np.int64], values: NDArray[np.int64], width: int) -> Iterator[tuple[int, int, int]]:
    if not squares.size:
        return
    order = np.argsort(squares)
    squares, values = squares[order], values[order]
    starts = np.ones(squares.size, np.bool_)
    starts[1:] = (np.diff(squares) != 1) | (np.diff(values) != 0) | (squares[1:] % width == 0)
    begins = np.flatnonzero(starts)
    lengths = np.diff(np.append(begins, squares.size))
    yield from zip(values[begins].tolist(), squares[begins].tolist(), lengths.tolist(), strict=True)
