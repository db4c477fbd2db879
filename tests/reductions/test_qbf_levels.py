"""Levels of formulas: drawn, read again, and solved or exhausted."""

from __future__ import annotations

import io
from random import Random

import pytest

from reductions.cut_out import tile_problems
from sokogen.reductions.embedding.embedding import Crossing, Hub, PlaneGraph
from sokogen.reductions.embedding.st_order import blocks, make_biconnected, st_order
from sokogen.reductions.formula_level import FormulaLevel, compile_formula
from sokogen.reductions.formula_play import play_strategy
from sokogen.reductions.formulas.formula_text import parse_formula
from sokogen.reductions.formulas.qbf import find_winning_strategy
from sokogen.reductions.gadgets.crossover import crossover_network
from sokogen.reductions.layout.carving import carve
from sokogen.reductions.layout.crossover_part import crossover_part
from sokogen.reductions.layout.extraction import extract_nets
from sokogen.reductions.layout.parts import LayoutPart
from sokogen.reductions.layout.pieces import pieces_of
from sokogen.reductions.layout.rerouting import reroute, shift_tiles
from sokogen.reductions.layout.sheet import Sheet
from sokogen.reductions.layout.squares import text_of
from sokogen.reductions.walks import lurd
from sokosolve.certify.certificate import solve_with_certificate
from sokospec import Level
from sokospec.answer import Objective, Verdict
from sokospec.certificates.verify import verify
from sokospec.errors import SokobanError
from sokospec.limits import Limits
from sokospec.oracle.search import search_exhaustively
from sokospec.replay import replay
from sokospec.transform.symmetry import SYMMETRIES, Symmetry


def check(made: FormulaLevel) -> None:
    """Assert that a level is right for its formula."""
    assert tile_problems(made.squares, made.tiles) == []
    strategy = find_winning_strategy(made.formula)
    if strategy is None:
        assert made.pieces.network(made.network.tiles).solution() is None
    else:
        played = replay(made.level, "".join(lurd(made, play_strategy(made.formula, made.network, strategy))))
        assert played.solved and played.at is None, played.reason


@pytest.mark.parametrize(
    "text",
    [
        "true",
        "exists x. ()",
        "exists x. (x)",
        "exists x. (x)(not x)",
        "exists x y. (x or not y)(y)",
        "forall x. (x or not x)",
    ],
)
def test_levels_have_a_solution_exactly_if_their_formulas_are_true(text: str) -> None:
    check(compile_formula(parse_formula(text), tries=1, rounds=3))


def test_the_reference_engine_agrees_where_a_level_is_small_enough_for_it() -> None:
    for text in ("true", "()", "exists x. ()", "exists x. (x)", "exists x. (not x)", "exists x y. (x or y)"):
        formula = parse_formula(text)
        verdict = search_exhaustively(compile_formula(formula, tries=1, rounds=3).level).verdict.name
        assert verdict == ("UNSOLVABLE" if find_winning_strategy(formula) is None else "OPTIMAL"), text


def test_the_level_of_a_false_formula_has_a_certificate_that_the_reference_checker_accepts() -> None:
    made, text = compile_formula(parse_formula("exists x. (x)(not x)"), tries=1), io.BytesIO()
    answer = solve_with_certificate(made.level, Objective.ANY, text.write, Limits())
    assert answer.verdict is Verdict.UNSOLVABLE
    assert verify(text, made.level).accepted


def test_the_same_formula_gives_the_same_level_and_another_seed_another_one() -> None:
    formula = parse_formula("exists x. (x)(not x)")
    one, two, other = (compile_formula(formula, tries=1, rounds=1, seed=seed) for seed in (0, 0, 1))
    assert str(one.level) == str(two.level) != str(other.level)


@pytest.fixture(scope="module")
def small() -> FormulaLevel:
    return compile_formula(parse_formula("exists x. (x)(not x)"), tries=1, rounds=1)


def test_a_drawing_changed_by_one_square_is_another_network_or_refused(small: FormulaLevel) -> None:
    rows = str(small.level).splitlines()
    network = small.network
    crossovers = len(small.pieces.crossovers)
    inner = [
        (row, column)
        for row in range(1, len(rows) - 1)
        for column in range(1, len(rows[0]) - 1)
        if rows[row][column] in "# "
    ]
    rng = Random(1)
    refused = 0
    for row, column in rng.sample(inner, 60):
        changed = small.squares.copy()
        changed[row, column] = ord("#" if rows[row][column] == " " else " ")
        try:
            Level.parse(text_of(changed))
            pieces_of(extract_nets(changed, small.tiles), network, crossovers)
        except SokobanError:
            refused += 1
        else:
            # A wall taken out joins nothing, or a corridor gets a bay; a corridor square filled in always cuts a net.
            assert rows[row][column] == "#"
    assert refused > 10


def test_tiles_that_are_not_where_they_are_said_to_be_are_refused(small: FormulaLevel) -> None:
    first, *rest = small.tiles
    with pytest.raises(SokobanError, match="needs floor"):
        extract_nets(small.squares, [first._replace(row=first.row + 1), *rest])
    with pytest.raises(SokobanError, match="outside all tiles"):
        extract_nets(small.squares, rest)
    with pytest.raises(SokobanError, match="share"):
        extract_nets(small.squares, [first, first, *rest])


def test_the_drawn_crossover_is_its_network() -> None:
    part = crossover_part()
    for symmetry in SYMMETRIES:
        sheet = sheet_of(part.transform(symmetry))
        wanted = {frozenset(end.place for end in net) for net in crossover_network().nets.values()}
        assert extract_nets(sheet.squares(), sheet.tiles).nets == wanted
        assert tile_problems(sheet.squares(), sheet.tiles) == []


def sheet_of(part: LayoutPart) -> Sheet:
    """Return a sheet with a part alone, and the player at its port W."""
    sheet = Sheet.empty(part.height + 2, part.width + 2)
    for placed in part.tiles:
        sheet.place(placed._replace(row=placed.row + 1, column=placed.column + 1))
    for row, column in part.corridor:
        sheet.corridor((row + 1, column + 1))
    (row, column), _ = part.ports["W"]
    sheet.marks["player"] = type(part.ports["W"].square)(row + 1, column + 1)
    return sheet


@pytest.mark.parametrize("change", ["carved", "rerouted", "shifted"])
def test_making_a_drawing_smaller_changes_no_net(change: str) -> None:
    loose = sheet_of(crossover_part())
    height, width = loose.owner.shape
    wide = Sheet.empty(height + 8, width + 8)
    wide.owner[4:-4, 4:-4], wide.solid[4:-4, 4:-4] = loose.owner, loose.solid
    wide.tiles = [placed._replace(row=placed.row + 4, column=placed.column + 4) for placed in loose.tiles]
    wide.marks = {name: type(square)(square.row + 4, square.column + 4) for name, square in loose.marks.items()}
    before = extract_nets(loose.squares(), loose.tiles)
    for seed in range(4):
        rng = Random(seed)
        sheet = carve(wide) if change == "carved" else (reroute if change == "rerouted" else shift_tiles)(wide, rng)
        after = extract_nets(sheet.squares(), sheet.tiles)
        assert (after.nets, after.start) == (before.nets, before.start)
        wide = sheet


def test_symmetries_compose() -> None:
    part = crossover_part()
    for one in SYMMETRIES:
        assert Symmetry().then(one) == one
        for other in SYMMETRIES:
            assert part.transform(one).transform(other) == part.transform(one.then(other))


def genus_is_zero(plane: PlaneGraph) -> bool:
    """Say whether the lists fit together in the plane, by Euler's formula; the graph must be connected."""
    return len(plane.rotation) - len(plane.net) + len(plane.faces()) == 2


def test_planes_stay_plane_and_vertices_get_an_order_with_neighbours_on_both_sides() -> None:
    for seed in range(20):
        rng = Random(seed)
        plane = PlaneGraph()
        first, last = plane.vertex(Hub()), plane.vertex(Hub())
        plane.connect(first, None, last, None, "a")
        for _ in range(12):
            if rng.random() < 0.5:
                plane.split(rng.choice(sorted(plane.head)), Hub())
            else:
                face = rng.choice(plane.faces())
                one, other = rng.choice(face), rng.choice(face)
                if plane.head[one ^ 1] != plane.head[other ^ 1]:
                    plane.connect(plane.head[one ^ 1], one, plane.head[other ^ 1], other, "a")
            assert genus_is_zero(plane) and plane.is_connected()
        make_biconnected(plane)
        assert genus_is_zero(plane) and len(set(blocks(plane).values())) == 1
        dart = 2 * rng.choice(sorted(plane.net))
        order = st_order(plane, dart, rng)
        rank = {vertex: index for index, vertex in enumerate(order)}
        assert sorted(order) == sorted(plane.rotation)
        for vertex in order[1:-1]:
            others = [rank[plane.head[one]] for one in plane.rotation[vertex]]
            assert min(others) < rank[vertex] < max(others)


def test_a_wire_goes_straight_on_through_a_crossing() -> None:
    plane = PlaneGraph()
    ends = [plane.vertex(Hub()) for _ in range(4)]
    middle = plane.vertex(Crossing())
    for end in ends:
        plane.connect(middle, None, end, None, "a")
    west, _, east, _ = plane.rotation[middle]
    assert list(plane.wire(west ^ 1)) == [west ^ 1, east]
