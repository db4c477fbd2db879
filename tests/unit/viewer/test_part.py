"""A part of a level, read without the rest of it, looks as it does when all was read."""

from __future__ import annotations

from pathlib import Path

import pytest

from cli.running import sokospec
from sokospec import Level
from sokospec.errors import SokobanError
from sokoview.pictures.part import part_of
from sokoview.pictures.picture import Picture
from sokoview.pictures.svg import draw_svg
from sokoview.pictures.window import Window

ROWS = ("########", "#@ $.  #", "# #*# ##", "#  $  .#", "########")
LINES = [row.encode() + b"\n" for row in ROWS]


@pytest.mark.parametrize("window", [(0, 0, 5, 8), (1, 2, 2, 3), (-2, -3, 4, 6), (3, 5, 9, 9), (2, 3, 1, 1)])
def test_a_part_read_alone_is_drawn_as_in_the_whole(window: tuple[int, int, int, int]) -> None:
    level, part = Level.parse("\n".join(ROWS)), part_of(LINES, Window(*window))
    assert part is not None
    whole, alone = (Picture.of(one, one.state, (), Window(*window)) for one in (level, part))
    assert (alone.window, alone.state) == (whole.window, whole.state)
    for square in whole.squares():
        assert (alone.symbol(square), alone.ground(square)) == (whole.symbol(square), whole.ground(square))
    assert draw_svg(alone) == draw_svg(whole)


def test_only_a_file_with_one_board_in_plain_rows_is_read_in_part() -> None:
    window = Window(0, 0, 2, 2)
    assert part_of([*LINES, b"\n", b"Title: one\n", b"Solution:\n", b"rrUUdL\n"], window) is not None
    assert part_of([*LINES, b"\n", *LINES], window) is None
    assert part_of([b"8#\n", b"no board\n"], window) is None
    with pytest.raises(SokobanError, match="2 players"):
        part_of([*LINES, b"#@######\n"], window)


def test_a_part_of_a_level_beyond_the_limit_can_be_seen(tmp_path: Path) -> None:
    file = tmp_path / "large.xsb"
    file.write_bytes(b"".join(LINES))
    asked = ("render", str(file), "--to", "svg", "--crop", "1,2,2,3")
    assert sokospec(*asked, "--limit", "30").stdout == sokospec(*asked).stdout
    assert sokospec("render", str(file), "--to", "svg", "--limit", "30").returncode == 4
    marked = sokospec(*asked, "--limit", "30", "--mark", "dead")
    assert marked.returncode == 4 and b"R3" in marked.stderr  # marks need the whole level
    far = sokospec("render", str(file), "--to", "svg", "--limit", "30", "--crop", "9,9,1,1")
    assert far.returncode == 4 and b"it has 5 rows and 8 columns" in far.stderr
