"""Pictures as data: which squares are drawn as what, and that marks can be told apart without colours."""

from __future__ import annotations

from itertools import combinations
from math import dist
from xml.etree import ElementTree

import pytest

from sokospec import Level, SokobanError, Square
from sokoview.pictures.picture import GroundLook, Layer, Mark, Picture, Sign
from sokoview.pictures.pixels import plain_colour
from sokoview.pictures.shapes import Shape, Strokes, rgb
from sokoview.pictures.svg import draw_svg
from sokoview.pictures.symbols import colours, symbols
from sokoview.pictures.tiles import COLOURS, heat, shapes
from sokoview.pictures.window import Window
from sokoview.player import Offer, page

LEVEL = Level.parse("  #####\n###   #\n#@$ . #\n#######")


def test_floor_outside_the_walls_is_no_part_of_the_picture() -> None:
    picture = Picture.of(LEVEL)
    assert picture.symbol(Square(0, 0)) == "_"
    assert "".join(picture.symbol(Square(2, column)) for column in range(7)) == "#@$ . #"


def place_of(shape: Shape) -> object:
    return shape.lines if isinstance(shape, Strokes) else (shape.x, shape.y)


def test_every_sign_has_a_shape_of_its_own_and_a_letter_of_its_own() -> None:
    outlines = set()
    for sign in Sign:
        _, *marks = shapes(" ", (Mark(sign, "#123456", 0.5),))
        outlines.add(tuple((type(shape).__name__, len(marks), place_of(shape)) for shape in marks))
    assert len(outlines) >= len(Sign) - 1  # a tint and heat are both a plain ground
    assert len({Layer("", sign, "#000000", {}).letter for sign in Sign}) == len(Sign)


def test_rings_lie_above_pieces_and_other_marks_below() -> None:
    marks = (Mark(Sign.RING, "#000000"), Mark(Sign.CROSS, "#000000"))
    names = [shape.name for shape in shapes("$", marks)]
    assert names[0] == "floor" and names[-1] == "mark" and names[1] == "mark" and "box" in names[2:-1]


def test_the_colours_of_heat_grow_darker() -> None:
    lightness = [sum(rgb(heat(step / 20))) for step in range(21)]
    assert lightness == sorted(lightness, reverse=True)


VISION = {
    "full": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "no red": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "no green": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "no blue": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}
"""What is seen of red, green and blue light where a kind of cone is missing (Machado, Oliveira, Fernandes 2009)."""


def seen(colour: str, vision: str) -> tuple[float, float, float]:
    """Return a colour as CIE L*a*b* of what is seen of it."""
    parts = [part / 255 for part in rgb(colour)]
    light = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    red, green, blue = (
        min(1, max(0, sum(share * part for share, part in zip(row, light, strict=True)))) for row in VISION[vision]
    )
    x, y, z = (
        value ** (1 / 3) if value > 0.008856 else 7.787 * value + 16 / 116
        for value in (
            (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.95047,
            0.2126 * red + 0.7152 * green + 0.0722 * blue,
            (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.08883,
        )
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


@pytest.mark.parametrize("vision", VISION)
def test_pieces_are_told_apart_by_their_colours_alone_with_any_colour_vision(vision: str) -> None:
    colours = [seen(plain_colour(symbol), vision) for symbol in "# .$*@"]
    assert min(dist(one, other) for one, other in combinations(colours, 2)) > 16  # 2 is just seen side by side


def test_squares_have_no_colours_but_those_of_the_table() -> None:
    table = set(COLOURS.values())
    assert len(table) == len(COLOURS)
    for symbol in "#_ .$*@+":
        for ground in (GroundLook(odd, edge) for odd in (False, True) for edge in (False, True)):
            for shape in shapes(symbol, (), ground):
                fill = None if isinstance(shape, Strokes) else shape.fill
                assert {fill, shape.stroke} - {None} <= table


def test_the_page_has_its_tiles_from_the_same_table_and_no_others() -> None:
    text = page([Offer("", LEVEL)], "Levels")
    assert colours() in text and symbols() in text
    rest = text.replace(colours(), "").replace(symbols(), "")
    assert [name for name, colour in COLOURS.items() if len(colour) > 4 and f"{colour};" in rest] == ["shadow"]  # black
    for group, symbol in zip(ElementTree.fromstring(symbols()), "# .$*@", strict=True):
        wanted = [shape.name for shape in shapes(symbol, (), GroundLook(edge=True))]
        names = [element.get("class") for element in group]
        assert names == wanted[-len(names) :]


def test_the_face_of_a_wall_is_seen_where_no_wall_is_below_it_and_its_shadow_there() -> None:
    picture = Picture.of(LEVEL)
    names = {
        (row, column): {shape.name for shape in shapes(picture.symbol(at), (), picture.ground(at))}
        for row, column in picture.squares()
        for at in [Square(row, column)]
    }
    for (row, column), here in names.items():
        if "wall" in here:
            assert ("wall-face" in here) == ("wall" not in names.get((row + 1, column), ()))
        elif here:
            assert ("shade" in here) == ("wall" in names.get((row - 1, column), ()))
            assert ("floor-alt" in here) == (row + column) % 2


def test_a_window_is_cut_to_the_grid_and_an_empty_one_is_refused() -> None:
    assert Picture.of(LEVEL, window=Window(2, 3, 100, 100)).window == Window(2, 3, 2, 4)
    with pytest.raises(SokobanError, match="it has 4 rows and 7 columns"):
        Picture.of(LEVEL, window=Window(4, 0, 1, 1))


def test_the_svg_of_a_window_shows_its_squares_alone() -> None:
    root = ElementTree.fromstring(draw_svg(Picture.of(LEVEL, window=Window(2, 3, 1, 3))))
    assert root.get("viewBox") == "0 0 96 32"
    kinds = [element.get("class") for element in root.iter() if element.get("class")]
    assert [kind for kind in kinds if kind in ("goal", "box", "player")] == ["goal"]


def test_the_svg_has_a_legend_that_names_every_layer() -> None:
    layers = (
        Layer("dead <squares>", Sign.CROSS, "#c53030", {Square(1, 5): 1.0}),
        Layer("others", Sign.DOT, "#0f766e", {}),
    )
    root = ElementTree.fromstring(draw_svg(Picture.of(LEVEL, layers=layers)))
    texts = [element.text for element in root.iter() if element.tag.endswith("}text")]
    assert texts == ["dead <squares>", "others"]
    title = next(element for element in root.iter() if element.tag.endswith("}title"))
    assert title.text is not None and "marked: dead <squares>; marked: others" in title.text
