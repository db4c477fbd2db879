"""The SVG shows every piece, is well-formed, and asks for nothing from outside."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from sokospec import Level, Square, State
from sokoview.pictures.svg import svg
from sokoview.pictures.tiles import BOX, BOX_ON_GOAL

NAMESPACE = "{http://www.w3.org/2000/svg}"
LEVEL = Level.parse("########\n#@$.  *#\n########\nTitle: <one> & \x01two\n")


def drawn(level: Level, state: State | None = None) -> ElementTree.Element:
    return ElementTree.fromstring(svg(level, state))


def test_every_piece_is_drawn_once() -> None:
    picture = drawn(LEVEL)
    kinds = [element.get("class") for element in picture.iter() if element.get("class")]
    assert (kinds.count("box"), kinds.count("goal"), kinds.count("player")) == (2, 2, 1)


def test_boxes_on_goals_differ_by_colour_and_by_their_mark() -> None:
    text = svg(LEVEL)
    assert text.count(f'fill="{BOX}"') == 1
    assert text.count(f'fill="{BOX_ON_GOAL}"') == 1
    assert text.count('stroke="#fff"') == 1


def test_the_title_is_escaped_and_says_the_size() -> None:
    title = drawn(LEVEL).find(f"{NAMESPACE}title")
    assert title is not None
    assert title.text == "<one> & two: 3 rows, 8 columns, 2 boxes"


def test_another_state_of_the_board_can_be_drawn() -> None:
    state = State(frozenset({Square(1, 3), Square(1, 6)}), Square(1, 2))
    assert svg(LEVEL, state).count(f'fill="{BOX_ON_GOAL}"') == 2


def test_the_picture_names_nothing_outside_itself() -> None:
    text = svg(LEVEL).replace('xmlns="http://www.w3.org/2000/svg"', "")
    assert "http" not in text
    assert "href" not in text


@pytest.mark.parametrize(("rows", "columns"), [(3, 5), (50, 80)])
def test_the_view_box_fits_the_board(rows: int, columns: int) -> None:
    row = f"#{'-' * (columns - 2)}#"
    level = Level.parse("\n".join(["#" * columns, f"#@$.{'-' * (columns - 5)}#", *[row] * (rows - 3), "#" * columns]))
    assert drawn(level).get("viewBox") == f"0 0 {columns * 32} {rows * 32}"
