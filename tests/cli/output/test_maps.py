"""`reduce --map` writes where things lie, and `render --map` puts it over pictures and pages, or says why not."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner, Result

from sokocli.main import exit_code
from sokocli.reduce import command as reduce
from sokocli.render import command as render
from sokospec import Level, Square
from sokospec.errors import SokobanError
from sokoview.pictures.labels import LEAST, NEAR, labels_of
from sokoview.pictures.maps import LevelMap
from sokoview.pictures.window import Window

LEVEL = "########\n#@  $. #\n#  $.  #\n########\n"
MAP: dict[str, Any] = {  # Any: values of JSON
    "title": "two latches, as far as pictures know",
    "height": 4,
    "width": 8,
    "start": {"state": "a", "head": "cell 1", "cell 1": "0", "cell 2": "1", "edge e": "p"},
    "gadgets": [
        {
            "name": f"h{row}",
            "kind": "LATCH",
            "span": [row, 3, 1, 3],
            "keeps": {"name": name, "value": value},
            "start": state,
            "goal": "s0",
            "ports": {"I": [row, 3]},
            "states": {state: [[row, 5 - row]], "s1": [[row, 6 - row]]},
        }
        for row, name, value, state in ((1, "cell 1", "0", "s2"), (2, "edge e", "p", "s0"))
    ],
    "crossings": [{"name": "x1", "span": [1, 6, 2, 1]}],
    "wires": [{"name": "a<b", "sets": {"state": "a"}, "spans": [[1, 1, 1, 2], [2, 1, 1, 2]]}],
}


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("level.xsb").write_text(LEVEL, encoding="utf-8")
    Path("map.json").write_text(json.dumps(MAP), encoding="utf-8")
    Path("formula.txt").write_text("exists x. (x)", encoding="utf-8")
    return tmp_path


def drawn(*words: str) -> Result:
    return CliRunner().invoke(render, ["level.xsb", "--map", "map.json", *words])


def labels(picture: str) -> list[str]:
    return [text.text or "" for text in ElementTree.fromstring(picture).iter() if text.get("class") == "label"]


@pytest.mark.usefixtures("files")
def test_a_map_that_is_written_names_all_gadgets_and_wires_of_the_picture() -> None:
    words = ["qbf", "formula.txt", "--tries", "1", "--rounds", "1", "--map", "made.json"]
    printed = [CliRunner().invoke(reduce, words).output for _ in range(2)]
    assert printed[0] == printed[1]
    Path("made.xsb").write_text(printed[0], encoding="utf-8")
    picture = CliRunner().invoke(render, ["made.xsb", "--map", "made.json", "--to", "svg"]).output
    assert set(labels(picture)) >= {"plug", "c1.1+x1", "hall1", "V", "I"}
    part = CliRunner().invoke(render, ["made.xsb", "--map", "made.json", "--gadget", "plug", "--to", "svg"]).output
    assert "plug" in labels(part) and len(part) < len(picture)


@pytest.mark.usefixtures("files")
def test_latches_say_what_they_keep_after_the_steps_and_the_line_below_what_all_say() -> None:
    picture = drawn("--to", "svg").output
    assert {"h1", "h2", "a<b", "x1"} <= set(labels(picture))
    assert {"cell 1: 0, shut", "edge e to p, open"} <= set(labels(picture))
    assert "tape: ? 1" in picture
    moved = drawn("--to", "svg", "--lurd", "rrR").output
    assert "cell 1: 0, open" in labels(moved) and "tape: 0 1" in moved


@pytest.mark.usefixtures("files")
def test_a_png_shows_what_an_svg_does() -> None:
    assert drawn("--to", "png", "--out", "with.png").exit_code == 0
    CliRunner().invoke(render, ["level.xsb", "--to", "png", "--out", "without.png"])
    assert Path("with.png").read_bytes() != Path("without.png").read_bytes()


@pytest.mark.usefixtures("files")
def test_a_page_has_the_map_and_the_first_solution_to_replay() -> None:
    Path("level.xsb").write_text(LEVEL + "\nSolution:\nrrRlldR\n", encoding="utf-8")
    page = drawn("--to", "html").output
    found = re.search(r'<script type="application/json" id="data">(.*?)</script>', page)
    assert found is not None
    [offer] = json.loads(found[1])
    assert offer["map"] == MAP and offer["lurd"] == "rrRlldR"
    Path("level.xsb").write_text(LEVEL + "\n" + LEVEL, encoding="utf-8")
    assert "choose one with --level" in drawn("--to", "html").output
    assert drawn("--to", "html", "--level", "2").exit_code == 0


@pytest.mark.parametrize(
    ("words", "code", "says"),
    [
        (["--to", "text"], 2, "text shows no names"),
        (["--to", "gif"], 2, "gif shows no names"),
        (["--to", "svg", "--gadget", "h1", "--crop", "0,0,1,1"], 2, "goes with neither --crop nor html"),
        (["--to", "html", "--gadget", "h1"], 2, "goes with neither --crop nor html"),
        (["--to", "svg", "--gadget", "h9"], 4, "no gadget 'h9'; it has h1, h2, x1"),
        (["--to", "png", "--scale", "256", "--crop", "0,0,4,8"], 0, ""),
    ],
)
@pytest.mark.usefixtures("files")
def test_what_cannot_be_drawn_is_refused_with_what_to_do(
    words: list[str], code: int, says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert exit_code(["render", "level.xsb", "--map", "map.json", "--out", "out", *words]) == code
    assert says in capsys.readouterr().err


@pytest.mark.usefixtures("files")
def test_pictures_too_large_to_be_opened_are_refused_and_a_part_is_drawn(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("_MOST_IN_SVG", "_MOST_PIXELS", "_MOST_IN_PAGE"):
        monkeypatch.setattr(f"sokocli.render.{name}", 31)
    for target in ("svg", "png", "html"):
        assert exit_code(["render", "level.xsb", "--to", target, "--scale", "2", "--out", "out"]) == 2
        said = capsys.readouterr().err
        assert "too many" in said and "--crop or --gadget" in " ".join(said.split())
    assert exit_code(["render", "level.xsb", "--to", "svg", "--crop", "0,0,4,7", "--out", "out"]) == 0


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"height": 5}, "another level, of 5 x 8 squares"),
        ({"gadgets": [MAP["gadgets"][0] | {"states": {"s2": [[1, 1]]}}]}, "h1 has not the boxes that it starts with"),
        (
            {"wires": [{"name": "w", "sets": {}, "spans": [[0, 0, 1]]}]},
            "[0, 0, 1] is not a row, column, height and width",
        ),
        ({"wires": [{"name": "w", "sets": {}, "spans": [[0, 8, 1, 1]]}]}, "[0, 8, 1, 1] is not within the level"),
        ({"wires": [{"name": "w", "sets": 1, "spans": []}]}, "not a map of a level"),
        ({"height": -1}, "-1 is not a number of squares"),
        ({"height": True}, "True is not a number of squares"),
        ({"gadgets": None}, "not a map of a level"),
        ({"gadgets": [MAP["gadgets"][0] | {"states": {"s2": [7]}}]}, "7 is not a row and column"),
        ({"start": []}, "not a map of a level"),
    ],
)
@pytest.mark.usefixtures("files")
def test_a_map_of_another_level_or_none_is_refused(
    change: dict[str, object], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("map.json").write_text(json.dumps(MAP | change), encoding="utf-8")
    assert exit_code(["render", "level.xsb", "--map", "map.json", "--to", "svg"]) == 4
    assert says in capsys.readouterr().err


@pytest.mark.parametrize("text", ["", "null", "[]", "[" * 100_000, "\0", "7", '{"height": 1}', '"\ud800"'])
def test_what_is_no_map_is_told(text: str) -> None:
    with pytest.raises(SokobanError, match="not a map of a level"):
        LevelMap.parse(text)


@pytest.mark.usefixtures("files")
def test_a_map_is_for_one_file_never_over_what_is_read_and_only_with_all_of_its_level(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert exit_code(["reduce", "qbf", "formula.txt", "formula.txt", "--map", "out.json"]) == 2
    assert "--map is for one FILE" in capsys.readouterr().err
    assert exit_code(["reduce", "qbf", "formula.txt", "--map", "formula.txt"]) == 2
    assert exit_code(["reduce", "qbf", "formula.txt", "--map", "out.json", "--time-limit", "0"]) == 3
    assert not Path("out.json").exists()


def test_names_stay_in_the_picture_do_not_cover_each_other_and_give_way_to_cells_from_afar() -> None:
    found = LevelMap.parse(json.dumps(MAP))
    boxes = Level.parse(LEVEL).boxes
    window = Window(0, 0, 4, 8)
    texts = labels_of(found, boxes, window).texts
    wires = [text for text in texts if text.text == "a<b"]
    assert all(not one.meets(other) for one in wires for other in texts if other is not one)
    assert all(0 < text.row <= 4 and text.size >= LEAST for text in texts)
    afar = labels_of(found, boxes, Window(0, 0, 4, NEAR + 1)).texts
    assert [text.text for text in afar] == ["cell 1: ?", "edge e to p"]
    assert labels_of(found, boxes, Window(3, 0, 1, 1)).texts == ()
    between = labels_of(found, frozenset({Square(1, 3)}), window).texts
    assert "cell 1: 0, in use" in [text.text for text in between]
