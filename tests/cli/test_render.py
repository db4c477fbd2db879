"""`render` writes what it is asked for: PNG and GIF that Pillow reads back, marks that are true, errors that help."""

from __future__ import annotations

import io
import re
import sys
from collections import Counter
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner
from PIL import Image

from cli.running import sokospec
from sokocli.main import exit_code
from sokocli.render import command
from sokodead import DETECTORS
from sokospec import Level, Square, State, reachable
from sokospec.oracle import search_exhaustively, state_graph
from sokoview.pictures.gif import write_gif
from sokoview.pictures.marks import MARKS, MarkOptions
from sokoview.pictures.picture import Layer, Picture, Sign
from sokoview.pictures.pixels import Tiles, image_of, plain_colour, scale_for
from sokoview.pictures.shapes import Rectangle, rgb
from sokoview.pictures.terminal import colour_text, plain
from sokoview.pictures.tiles import BOX, PLAYER, WALL, heat, key
from sokoview.pictures.window import Window

LEVEL = Level.parse("#######\n#  #  #\n#@$  .#\n#  #  #\n#######")
SMALLEST = Level.parse("####\n#@*#\n####")


@pytest.mark.parametrize(("level", "scale"), [(SMALLEST, 48), (LEVEL, 48), (None, 38)])
def test_a_picture_is_as_large_as_its_squares(level: Level | None, scale: int) -> None:
    level = level or bare(80, 50)
    picture = Picture.of(level)
    assert scale_for(picture) == scale
    assert image_of(picture).size == (level.board.width * scale, level.board.height * scale)


def test_pixels_show_the_pieces() -> None:
    image = image_of(Picture.of(LEVEL), 40)
    assert image.getpixel((20, 15)) == rgb(WALL)  # a brick
    assert image.getpixel((60, 109)) == rgb(PLAYER)  # below his face
    assert image.getpixel((87, 100)) == rgb(BOX)


def test_a_large_level_is_a_pixel_or_a_few_for_each_square() -> None:
    picture = Picture.of(bare(100, 100))
    image = image_of(picture, 2)
    assert image.size == (200, 200)
    assert [image.getpixel((2 * column, 2)) for column in (0, 1, 2)] == [rgb(plain_colour(symbol)) for symbol in "#@$"]
    assert scale_for(Picture(picture.level, picture.state, (), Window(0, 0, 1000, 1000))) == 2


def bare(width: int, height: int) -> Level:
    """Return a level that is one empty room but for a box beside its goal."""
    rows = [f"#@$.{' ' * (width - 5)}#", *[f"#{' ' * (width - 2)}#"] * (height - 3)]
    return Level.parse("\n".join(["#" * width, *rows, "#" * width]))


def frames(data: bytes) -> list[Image.Image]:
    image = Image.open(io.BytesIO(data))
    found = []
    for number in range(getattr(image, "n_frames", 1)):
        image.seek(number)
        found.append(image.convert("RGB"))
    return found


@pytest.mark.parametrize("scale", [24, 3])
def test_every_frame_of_an_animation_is_the_picture_of_its_state(scale: int) -> None:
    states = [
        LEVEL.state,
        State(frozenset({Square(2, 3)}), Square(2, 2)),
        State(frozenset({Square(2, 3)}), Square(1, 2)),
    ]
    layers = MARKS["dead"](LEVEL, MarkOptions())
    pictures = [Picture.of(LEVEL, state, layers) for state in states]
    out = io.BytesIO()
    assert write_gif(pictures, out, scale=scale) == len(states)
    drawn = frames(out.getvalue())
    assert len(drawn) == len(states)
    for picture, frame in zip(pictures, drawn, strict=True):
        whole = image_of(picture, scale)
        assert frame.size == whole.size
        differences = [abs(one - other) for one, other in zip(frame.tobytes(), whole.tobytes(), strict=True)]
        assert max(differences) < 40 and sum(differences) / len(differences) < 3


def test_an_animation_has_a_frame_for_each_step_or_for_each_push(tmp_path: Path) -> None:
    counts: list[int] = []
    for more in ([], ["--pushes-only"]):
        out = tmp_path / f"play{len(counts)}.gif"
        arguments = ["render", "examples/warehouse.xsb", "--level", "1", "--lurd", "uruulDulD", "--to", "gif", *more]
        assert exit_code([*arguments, "--out", str(out)]) == 0
        counts.append(len(frames(out.read_bytes())))
    assert counts == [10, 3]


@pytest.mark.parametrize(
    ("name", "begin"),
    [("a.svg", b"<svg"), ("a.PNG", b"\x89PNG"), ("a.gif", b"GIF8"), ("a.html", b"<!DOCTYPE"), ("a.txt", b"####")],
)
def test_the_suffix_of_the_output_file_says_what_it_holds(name: str, begin: bytes, tmp_path: Path) -> None:
    out = tmp_path / name
    assert exit_code(["render", "examples/warehouse.xsb", "--level", "1", "--out", str(out)]) == 0
    assert out.read_bytes().lstrip().startswith(begin)


PLAYED = "#####\n#@$.#\n#####\n\nSolution (wrong)\nL\n\nSolution (right)\nR\n"


def test_an_animation_without_steps_plays_the_first_valid_solution_of_the_file_and_names_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    level, out = tmp_path / "level.xsb", tmp_path / "play.gif"
    level.write_text(PLAYED)
    assert exit_code(["render", str(level), "--out", str(out)]) == 0
    assert "playing solution 2 'Solution (right)' of the file" in capsys.readouterr().err
    assert len(frames(out.read_bytes())) == 2


@pytest.mark.parametrize(
    ("text", "reason"),
    [(PLAYED[: PLAYED.index("Solution")], "no solution in the file"), (PLAYED.replace("\nR\n", "\nLR\n"), "is valid")],
)
def test_an_animation_without_a_solution_says_so(
    text: str, reason: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    level = tmp_path / "level.xsb"
    level.write_text(text)
    assert exit_code(["render", str(level), "--out", str(tmp_path / "play.gif")]) == 0
    said = capsys.readouterr().err
    assert reason in said and "give the steps with --lurd" in said


def test_dead_squares_are_marked_where_a_box_is_never_saved() -> None:
    [layer] = MARKS["dead"](LEVEL, MarkOptions())
    for square in LEVEL.board.floor:
        if square in layer.squares:
            for player in LEVEL.board.floor:
                if player != square:
                    level = Level(LEVEL.board, State(frozenset({square}), player))
                    assert search_exhaustively(level).lurd is None, (square, player)


def test_the_squares_of_a_box_are_those_of_all_its_plays() -> None:
    level = Level.parse("########\n#@ $   #\n#  $ #.#\n#    #.#\n########")
    box = Square(1, 3)
    *_, dots, ring = MARKS["reach"](level, MarkOptions(box=box))
    others = level.boxes - {box}
    graph = state_graph(level)
    alone = {square for state in graph.states if others <= state.boxes for square in state.boxes - others}
    assert set(ring.squares) == {box}
    assert set(dots.squares) <= alone - {box}
    assert len(dots.squares) >= 5


def test_heat_counts_states() -> None:
    level = Level.parse("######\n#@$ .#\n######")
    [box] = MARKS["box-heat"](level, MarkOptions())
    assert {tuple(square): strength for square, strength in box.squares.items()} == {(1, 2): 1, (1, 3): 1, (1, 4): 1}
    [player] = MARKS["player-heat"](level, MarkOptions())
    assert set(player.squares) == {(1, 1), (1, 2), (1, 3)}
    [none] = MARKS["box-heat"](Level.parse("#####\n#@ .#\n#$  #\n#####"), MarkOptions(live=True))
    assert not none.squares and "no live states" in none.label


def test_heat_is_proportional_to_how_often_so_that_like_shares_look_alike() -> None:
    level = Level.parse(" #####\n##   ##\n# $.$ #\n# .#. #\n# $@  #\n##   ##\n #####")
    graph = state_graph(level)
    counts = Counter(square for state in graph.states for square in state.boxes)
    [layer] = MARKS["box-heat"](level, MarkOptions())
    most = max(counts.values())
    assert len(set(counts.values())) > 2 and min(counts.values()) / most > 0.85
    assert layer.squares == {square: count / most for square, count in counts.items()}
    shares = [f"{count / len(graph.states):.1%}" for count in (most, min(counts.values()))]
    assert layer.label.endswith(f": from 0% (light) to {shares[0]} (dark); the least is {shares[1]}")


def test_the_legend_of_heat_shows_the_whole_scale() -> None:
    colours = [
        shape.fill for shape in key(MARKS["box-heat"](LEVEL, MarkOptions())[0]).shapes if isinstance(shape, Rectangle)
    ]
    assert (colours[0], colours[-1]) == (heat(0), heat(1)) and len(set(colours)) == len(colours)


def test_evidence_of_every_detector_that_fires_can_be_marked() -> None:
    level = Level.parse("########\n#@   ..#\n#$ $$  #\n#   .  #\n########")
    fired = [name for name, detector in DETECTORS.items() if detector(level) is not None]
    assert len(fired) >= 4
    for name in fired:
        layers = MARKS["evidence"](level, MarkOptions(detector=name))
        marked = [square for layer in layers for square in layer.squares]
        assert marked and all(layer.label.startswith(name) for layer in layers)
        assert set(marked) & level.boxes
    assert MARKS["evidence"](LEVEL, MarkOptions()) == ()


def test_the_region_of_evidence_is_where_the_player_can_be() -> None:
    level = Level.parse("#####\n#@ .#\n#$  #\n#####")
    boxes, region = MARKS["evidence"](level, MarkOptions(detector="corner"))
    assert set(boxes.squares) == level.boxes
    assert set(region.squares) >= reachable(level.board, level.state)


def test_text_shows_a_mark_on_every_square_without_a_piece_on_goals_with_a_character_of_its_own() -> None:
    level = Level.parse("########\n#@ $  .#\n#      #\n########")
    for layers in (MARKS["reach"](level, MarkOptions(Square(1, 3))), MARKS["box-heat"](level, MarkOptions())):
        text = plain(Picture.of(level, layers=layers)).splitlines()
        for square in layers[0].squares:
            if square not in {*level.boxes, level.player}:
                assert text[square.row][square.column] not in " .", square
        goal = text[1][6]
        assert goal in layers[0].letter_on_goal and goal not in "".join(text[2:4])
        assert "on a goal)" in text[4]


def test_the_legend_of_text_names_the_squares_of_marks_that_pieces_hide() -> None:
    level = Level.parse("########\n#@ $  .#\n#  $  .#\n########")
    reach, box = MARKS["reach"](level, MarkOptions(Square(2, 3)))
    *_, dots, ring = plain(Picture.of(level, layers=(reach, box))).splitlines()
    assert ring == "!  the marked box: 2,3"
    assert ":" not in dots.removesuffix("(O: on a goal)")
    boxes, _ = MARKS["evidence"](Level.parse("#####\n#@ .#\n#$  #\n#####"), MarkOptions(detector="corner"))
    many = Layer("boxes", Sign.RING, "#000000", dict.fromkeys((Square(1, column) for column in range(1, 10)), 1.0))
    crowd = Level.parse("############\n#$$$$$$$$$@#\n#......... #\n############")
    assert plain(Picture.of(crowd, layers=(many,))).endswith("!  boxes: 1,1; 1,2; 1,3; 1,4; 1,5; 1,6; 1,7; 1,8; ...")
    assert boxes.squares.keys() == {Square(2, 1)}


def test_text_shows_marks_on_free_floor_with_a_legend() -> None:
    text = plain(Picture.of(LEVEL, layers=MARKS["dead"](LEVEL, MarkOptions())))
    assert text.splitlines()[:5] == ["#######", "#xx#xx#", "#@$  .#", "#xx#xx#", "#######"]
    assert text.splitlines()[5].startswith("x  dead squares")


def test_coloured_text_holds_the_same_rows() -> None:
    rows = re.sub(r"\x1b\[[0-9;]*m", "", colour_text(Picture.of(LEVEL))).splitlines()
    assert any(row.split() == ["@", "$", "."] for row in rows)


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["--mark", "reach"], 4, "there are boxes at 2,2; 2,3"),
        (["--mark", "reach", "--box", "1"], 2, "is not ROW,COLUMN"),
        (["--savitch", "2"], 2, "add --to svg"),
        (["--out", "level.jpg"], 2, "'.jpg' names no kind of picture"),
        (["--out", "level.png", "--to", "svg"], 2, "--to svg contradicts --out level.png"),
        (["--crop", "9,9,1,1"], 4, "nothing of the level is there"),
        (["--lurd", "llll"], 4, "--lurd"),
        (["--mark", "box-heat", "--time-limit", "0"], 3, "too many states"),
        (["--mark", "evidence", "--to", "text"], 0, "no detector flags it"),
    ],
)
def test_what_cannot_be_drawn_is_said(
    arguments: list[str], code: int, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert exit_code(["render", "examples/warehouse.xsb", "--level", "1", *arguments]) == code
    assert message in capsys.readouterr().err


def test_without_pillow_it_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for module in ("sokoview.pictures.pixels", "sokoview.pictures.gif"):
        monkeypatch.setitem(sys.modules, module, None)
    for target in ("png", "gif"):
        assert exit_code(["render", "examples/warehouse.xsb", "--level", "1", "--to", target]) == 2
        assert "pip install pillow" in capsys.readouterr().err


def test_a_picture_goes_to_stdout_as_bytes() -> None:
    done = sokospec("render", "examples/warehouse.xsb", "--level", "1", "--to", "png", "--scale", "9")
    assert Image.open(io.BytesIO(done.stdout)).size == (54, 54)


def test_the_help_names_every_mark() -> None:
    done = CliRunner().invoke(command, ["--help"])
    text = "".join(done.output.split())  # words may be broken at hyphens
    assert all(name in text for name in MARKS)


def test_the_calls_of_savitchs_procedure_can_be_drawn(tmp_path: Path) -> None:
    level, out = tmp_path / "level.xsb", tmp_path / "tree.svg"
    level.write_text("#######\n#@$  .#\n#######\n")
    assert exit_code(["render", str(level), "--savitch", "3", "--to", "svg", "--out", str(out)]) == 0
    root = ElementTree.parse(out).getroot()
    title = root.find("{http://www.w3.org/2000/svg}title")
    assert title is not None and title.text is not None and "at most 3 pushes" in title.text


def test_tiles_are_drawn_once() -> None:
    tiles = Tiles(16)
    assert tiles.of("$") is tiles.of("$")
