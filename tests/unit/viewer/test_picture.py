"""Pictures as data: which squares are drawn as what, and that marks can be told apart without colours."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from sokospec import Level, SokobanError, Square
from sokoview.pictures.shapes import Layer, Mark, Picture, Sign, Window, heat, rgb, shapes
from sokoview.pictures.svg import drawn

LEVEL = Level.parse("  #####\n###   #\n#@$ . #\n#######")


def test_floor_outside_the_walls_is_no_part_of_the_picture() -> None:
    picture = Picture.of(LEVEL)
    assert picture.symbol(Square(0, 0)) == "_"
    assert "".join(picture.symbol(Square(2, column)) for column in range(7)) == "#@$ . #"


def test_every_sign_has_a_shape_of_its_own_and_a_letter_of_its_own() -> None:
    outlines = set()
    for sign in Sign:
        _, *marks = shapes(" ", (Mark(sign, "#123456", 0.5),))
        outlines.add(tuple((type(shape).__name__, len(marks), shape[1:3]) for shape in marks))
    assert len(outlines) >= len(Sign) - 1  # a tint and heat are both a plain ground
    assert len({Layer("", sign, "#000000", {}).letter for sign in Sign}) == len(Sign)


def test_rings_lie_above_pieces_and_other_marks_below() -> None:
    marks = (Mark(Sign.RING, "#000000"), Mark(Sign.CROSS, "#000000"))
    names = [shape.name for shape in shapes("$", marks)]
    assert names[0] == "floor" and names[-1] == "mark" and names[1] == "mark" and "box" in names[2:-1]


def test_the_colours_of_heat_grow_darker() -> None:
    lightness = [sum(rgb(heat(step / 20))) for step in range(21)]
    assert lightness == sorted(lightness, reverse=True)


def test_a_window_is_cut_to_the_grid_and_an_empty_one_is_refused() -> None:
    assert Picture.of(LEVEL, window=Window(2, 3, 100, 100)).window == Window(2, 3, 2, 4)
    with pytest.raises(SokobanError, match="it has 4 rows and 7 columns"):
        Picture.of(LEVEL, window=Window(4, 0, 1, 1))


def test_the_svg_of_a_window_shows_its_squares_alone() -> None:
    root = ElementTree.fromstring(drawn(Picture.of(LEVEL, window=Window(2, 3, 1, 3))))
    assert root.get("viewBox") == "0 0 96 32"
    kinds = [element.get("class") for element in root.iter() if element.get("class")]
    assert kinds == ["goal"]


def test_the_svg_has_a_legend_that_names_every_layer() -> None:
    layers = (
        Layer("dead <squares>", Sign.CROSS, "#c53030", {Square(1, 5): 1.0}),
        Layer("others", Sign.DOT, "#0f766e", {}),
    )
    root = ElementTree.fromstring(drawn(Picture.of(LEVEL, layers=layers)))
    texts = [element.text for element in root.iter() if element.tag.endswith("}text")]
    assert texts == ["dead <squares>", "others"]
    title = next(element for element in root.iter() if element.tag.endswith("}title"))
    assert title.text is not None and "marked: dead <squares>; marked: others" in title.text
