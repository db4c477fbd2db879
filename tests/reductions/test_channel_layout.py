"""Networks drawn by channels: read again, played, and refused when a wire is wrong."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from random import Random

import numpy as np
import pytest
from numpy.typing import NDArray

from reductions.cut_out import tile_problems
from sokogen.reductions.formula_network import network_of
from sokogen.reductions.formula_play import play_strategy
from sokogen.reductions.formulas.formula_text import parse_formula
from sokogen.reductions.formulas.qbf import Formula, find_winning_strategy
from sokogen.reductions.gadgets.crossover import OUTSIDE, PASSAGES, crossover_network
from sokogen.reductions.gadgets.network import End, Flow, Network, Tile, Ways, ports_of
from sokogen.reductions.layout import arrangement, extraction
from sokogen.reductions.layout.arrangement import arrange
from sokogen.reductions.layout.channels import channel_drawing
from sokogen.reductions.layout.crossing import block
from sokogen.reductions.layout.extraction import extract_nets
from sokogen.reductions.layout.extraction import pieces as connected
from sokogen.reductions.layout.parts import PlacedTile
from sokogen.reductions.layout.pieces import pieces_of
from sokogen.reductions.layout.squares import FLOOR, WALL, Squares, text_of
from sokogen.reductions.layout.wires import Arrangement, Wires
from sokogen.reductions.network_level import COMPACT, NetworkLevel, by_channels, network_level
from sokogen.reductions.walks import lurd, moves
from sokospec.errors import SokobanError
from sokospec.replay import replay

SMALL = parse_formula("exists x y. (x or y)(not x or not y)")


@pytest.fixture(autouse=True, scope="module")
def few_arrangements() -> Iterator[None]:
    """Try few arrangements: the others differ in crossings alone."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(arrangement, "_MOST_PAIRS", 0)
        patch.setattr(arrangement, "_RESOLUTIONS", (1.5,))
        yield


@pytest.fixture(scope="module")
def made() -> NetworkLevel:
    return by_channels(network_of(SMALL))


def solution(level: NetworkLevel, formula: Formula) -> str:
    strategy = find_winning_strategy(formula)
    assert strategy is not None
    text = "".join(lurd(level, play_strategy(formula, level.network, strategy)))
    assert moves(level, play_strategy(formula, level.network, strategy)) == len(text)
    return text


def test_the_level_of_a_true_formula_is_solved_by_its_lurd_of_as_many_moves_as_counted(made: NetworkLevel) -> None:
    assert tile_problems(made.squares, made.tiles) == []
    played = replay(made.level, solution(made, SMALL))
    assert played.solved and played.at is None


def test_both_layouts_agree_on_whether_a_level_can_be_solved() -> None:
    for text in ("true", "exists x. ()", "exists x y. (x or not y)(y)", "forall x. (x)"):
        network = network_of(parse_formula(text))
        truth = network.solution() is not None
        for level in (by_channels(network), network_level(network, tries=1, rounds=0)):
            assert (level.pieces.network(network.tiles).solution() is not None) == truth, text


def test_a_network_too_large_for_the_compact_layout_is_drawn_by_channels_and_always_alike() -> None:
    formula = parse_formula("exists x y z. " + "(x or y or z)" * 6 + "(x or not y)" * 3)
    network = network_of(formula)
    assert len(network.net_of) > COMPACT
    one, other = network_level(network), by_channels(network)
    assert np.array_equal(one.squares, other.squares) and one.tiles == other.tiles
    solution(one, formula)  # each step and corridor is checked


def random_network(rng: Random, count: int) -> Network:
    """Return gadgets whose ports are joined at random, with random flows."""
    kinds = [("LATCH", "s0"), ("DIODE", "way"), ("TOGGLE", "in"), ("SH", "s0"), ("AL", "s0"), ("PLUG", "shut")]
    tiles = [Tile(f"g{index}", kind, state, state) for index, (kind, state) in enumerate(rng.choices(kinds, k=count))]
    nets: dict[str, list[End]] = {}
    for tile in tiles:
        for port in ports_of(tile.kind):
            end = End(tile.name, port, rng.choice(list(Flow)))
            nets.setdefault(f"net{rng.randrange(1 + count)}", []).append(end)
    return Network(tuple(tiles), {name: tuple(ends) for name, ends in nets.items()}, min(nets))


def test_the_search_for_a_good_arrangement_makes_no_drawing_larger(made: NetworkLevel) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(arrangement, "_MOST_PAIRS", 30_000)
        assert by_channels(made.network).squares.size <= made.squares.size


def test_random_networks_are_read_off_their_levels_and_cross_no_more_than_the_bound_says() -> None:
    for seed in range(12):
        network = random_network(Random(seed), 1 + seed)
        level = by_channels(network)  # raises if the network that is read is another one
        ports = len(network.net_of)
        assert len(level.pieces.crossovers) <= 6 * ports**2
        height, width = level.squares.shape
        assert height <= 140 * ports + 60 and width <= 130 * ports + 60


def test_a_block_of_crossovers_joins_its_ends_as_asked_for_and_in_no_other_way() -> None:
    for right, left, down, up in product((False, True), repeat=4):
        one = block(Ways(right, left), Ways(down, up))
        tiles = [
            placed._replace(tile=placed.tile._replace(name=f"x{number}.{placed.tile.name}"))
            for number, some in enumerate(one.tiles, 1)
            for placed in some
        ]
        squares = one.squares.copy()
        squares[one.row, 0] = ord("@")
        found = extract_nets(squares, tiles)
        inner = [net for net in crossover_network().nets if net not in OUTSIDE]
        wanted = crossover_network().nets
        for number in range(1, len(one.tiles) + 1):
            for net in inner:
                assert frozenset((f"x{number}.{end.tile}", end.port) for end in wanted[net]) in found.nets
        assert len(found.nets) == len(one.tiles) * len(inner) + pieces_outside(Ways(right, left), Ways(down, up))


def pieces_outside(across: Ways, down: Ways) -> int:
    """Return the pieces of corridor of a block outside its crossovers: four ends, and those between crossovers."""
    return 4 + across.lanes * (down.lanes - 1) + down.lanes * (across.lanes - 1)


def read(level: NetworkLevel, squares: Squares, tiles: list[PlacedTile]) -> None:
    pieces_of(extract_nets(squares, tiles), level.network, len(level.pieces.crossovers))


def test_wires_that_touch_or_are_cut_are_refused(made: NetworkLevel) -> None:
    # Two different pieces of corridor with one wall between them, and corridor squares with two neighbours.
    mask = made.squares != WALL
    number = numbered(mask)
    inside = np.zeros_like(mask)
    for placed in made.tiles:
        inside[placed.row : placed.row + 8, placed.column : placed.column + 8] = True
    rng = Random(1)
    walls = [(row, column) for row, column in np.argwhere(~mask & ~inside).tolist() if 0 < row < mask.shape[0] - 1]
    touching = [
        (row, column)
        for row, column in walls
        if 0 < column < mask.shape[1] - 1
        and number[row - 1, column] >= 0 <= number[row + 1, column]
        and number[row - 1, column] != number[row + 1, column]
    ]
    corridor = np.argwhere((made.squares == FLOOR) & ~inside).tolist()
    for row, column in rng.sample(corridor, 20):
        squares = made.squares.copy()
        squares[row, column] = WALL
        with pytest.raises(SokobanError):
            read(made, squares, list(made.tiles))
    for row, column in touching[:20]:
        squares = made.squares.copy()
        squares[row, column] = FLOOR
        with pytest.raises(SokobanError):
            read(made, squares, list(made.tiles))


def test_a_crossover_that_is_missing_is_refused(made: NetworkLevel) -> None:
    # In its place two corridors that meet.
    tiles = [placed for placed in made.tiles if not placed.tile.name.startswith("x1.")]
    inner = [placed for placed in made.tiles if placed.tile.name.startswith("x1.")]
    squares = made.squares.copy()
    for placed in inner:
        part = squares[placed.row : placed.row + 6, placed.column : placed.column + 6]
        part[np.isin(part, (ord("*"), ord("$"), ord(".")))] = FLOOR
    with pytest.raises(SokobanError):
        read(made, squares, tiles)
    with pytest.raises(SokobanError):
        read(made, made.squares, tiles)


def test_a_drawing_of_a_network_with_two_ports_exchanged_is_refused(made: NetworkLevel) -> None:
    network = made.network
    latch = next(tile.name for tile in network.tiles if tile.kind == "LATCH")
    for one, other in (("A", "C"), ("I", "B"), ("O", "A")):
        if network.net_of[latch, one] == network.net_of[latch, other]:
            continue
        turn = {one: other, other: one}
        nets = {
            name: tuple(end._replace(port=turn.get(end.port, end.port)) if end.tile == latch else end for end in ends)
            for name, ends in network.nets.items()
        }
        wrong = Network(network.tiles, nets, network.start)
        squares, tiles, crossovers = channel_drawing(wrong, arrange(wrong))
        with pytest.raises(SokobanError, match="no net of the network"):
            pieces_of(extract_nets(squares, tiles), network, crossovers)


def test_a_wire_that_is_one_way_where_it_is_meant_both_ways_is_refused() -> None:
    ends = [End("a", "A", Flow.BOTH), End("b", "A", Flow.BOTH)]
    tiles = tuple(Tile(name, "DIODE", "way", "way") for name in "abcd")
    one_way = [End("a", "A", Flow.IN), End("b", "A", Flow.OUT)]
    others = {
        "q": (End("c", "A"), End("d", "A")),
        "r": (End("a", "B"), End("d", "B")),
        "s": (End("b", "B"), End("c", "B")),
    }
    meant, drawn = (Network(tiles, {"p": tuple(some), **others}, "p") for some in (ends, one_way))
    stacks = [["a"], ["c"], ["b"], ["d"]]
    best = arrange(drawn)
    order = ["a", "c", "b", "d", "p", "q", "r", "s"]
    crossing = Arrangement(stacks, order, best.faces)
    assert Wires(drawn, crossing).price() > 0
    squares, placed, crossovers = channel_drawing(drawn, crossing)
    pieces_of(extract_nets(squares, placed), drawn, crossovers)
    with pytest.raises(SokobanError, match="there is no way from"):
        pieces_of(extract_nets(squares, placed), meant, crossovers)


def numbered(mask: NDArray[np.bool_]) -> NDArray[np.int64]:
    """Return a number for each connected piece, -1 elsewhere."""
    number = np.full(mask.size, -1)
    squares = np.flatnonzero(mask)
    number[squares] = connected(mask, squares)[0]
    return number.reshape(mask.shape)


@pytest.mark.parametrize("band", [1, 30, 1000])
def test_connected_pieces_are_those_of_a_flood(band: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(extraction, "_BAND", band)
    rng = np.random.default_rng(1)
    for _ in range(30):
        mask = rng.random((9, 11)) < 0.55
        number = numbered(mask)
        for row, column in np.argwhere(mask).tolist():
            flood = {(row, column)}
            waiting = [(row, column)]
            while waiting:
                r, c = waiting.pop()
                for near in ((r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)):
                    if 0 <= near[0] < 9 and 0 <= near[1] < 11 and mask[near] and near not in flood:
                        flood.add(near)
                        waiting.append(near)
            assert {(r, c) for r, c in np.argwhere(number == number[row, column]).tolist()} == flood


def test_squares_and_text_say_the_same(made: NetworkLevel) -> None:
    rows = [list(row.encode()) for row in text_of(made.squares).splitlines()]
    assert np.array_equal(np.array(rows, np.uint8), made.squares)
    assert PASSAGES == (("W", "E"), ("S", "N"))  # what the mirror images in blocks rely on
