"""The modules of the player page in node: the whole conformance suite, and the laws of routes and of deadlocks.

The same engine runs in Chromium in test_page_in_chromium.py; node needs no window system and is quicker.
"""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from browser.machines import graph, machine, offered
from sokogen.reductions.instances import Instance
from sokospec import Square
from sokospec.board import DELTAS
from sokospec.formats.xsb import board_rows
from sokospec.replay import DIRECTION_OF
from sokoview.pictures.maps import LevelMap
from sokoview.player import MODULES, Offer, script

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
NO_NODE = "node is not installed (Debian: apt-get install nodejs)"
NODE = shutil.which("node")
pytestmark = pytest.mark.skipif(NODE is None, reason=NO_NODE)


@cache
def result(part: str) -> dict[str, object]:
    """Return what one part of the laws gives; each is run by itself, so that a test costs what it asks for."""
    done = subprocess.run(
        [NODE or "node", str(HERE / "run_in_node.mjs"), part], capture_output=True, text=True, timeout=900, check=True
    )
    found: dict[str, dict[str, object]] = json.loads(done.stdout)
    return found[part]


def test_the_engine_of_the_page_keeps_the_rules() -> None:
    assert result("rules") == {"compared": 249, "wrong": []}


@pytest.mark.parametrize(("name", "least"), [("levels", 600), ("formats", 20), ("killers", 100)])
def test_the_engine_of_the_page_passes_the_conformance_suite(name: str, least: int) -> None:
    assert result(name)["wrong"] == []
    assert isinstance(compared := result(name)["compared"], int) and compared >= least


LAWS = {
    "pushes to a clicked square are fewest and then the walks shortest": ("routes", 4000),
    "the squares to push to are those of a search that floods the floor": ("targets", 20_000),
    "a solution turned round is a play in reverse and the other way round": ("reverse", 1000),
    "a box is pulled where a search finds ways and a push undoes each pull": ("pulls", 2000),
}


@pytest.mark.parametrize("law", LAWS)
def test_a_law_of_the_page_holds_wherever_it_is_compared(law: str) -> None:
    name, more_than = LAWS[law]
    assert result(name)["wrong"] == []
    assert isinstance(compared := result(name)["compared"], int) and compared > more_than


def test_what_the_page_calls_dead_is_dead() -> None:
    found = result("deadlocks")
    assert found["wrong"] == []
    dead, flagged = found["dead"], found["flagged"]
    assert isinstance(dead, int) and isinstance(flagged, int)
    assert flagged > 0.98 * dead > 20_000


def test_a_square_is_marked_exactly_where_the_detectors_find_the_box_lost() -> None:
    found = result("lost")
    assert found["wrong"] == []
    compared, lost = found["compared"], found["lost"]
    assert isinstance(compared, int) and isinstance(lost, int)
    assert compared - lost > 700 and lost > 700


READINGS = {
    "[]L": "[]L",
    "[2u]r2(l)": "[uu]rll",
    "[]u[u]*r": "[]u[u]r",
    "ll": "begins with a jump",
    "[u": "never closed",
    "[]u]": 'Symbol 4 of the play in reverse, "]", ends no jump',
    "[[]]": "stands within a jump",
    "[]x": "is no step",
    "[uuu]": "ends a jump to no free square",
    "[r]": "ends a jump to no free square",
    "[]d": "walks into a wall or a box",
    "[]R": "pulls no box, or there is no room",
    "[u]ulL": "pulls no box, or there is no room",
    "[]L[r]": "ends a jump after a pull",
}


def test_a_text_of_a_play_in_reverse_is_read_or_refused_with_a_reason() -> None:
    readings = result("readings")
    assert list(readings) == list(READINGS)
    assert {text: said for text, said in READINGS.items() if said not in str(readings[text])} == {}


def read_by_the_page(offer: Offer) -> dict[str, Any]:  # Any: values of JSON
    rows = board_rows(offer.level.board, offer.level.state)
    done = subprocess.run(
        [NODE or "node", str(HERE / "read_configurations.mjs")],
        input=json.dumps({"rows": rows, "lurd": offer.lurd, "map": offer.map}),
        capture_output=True,
        text=True,
        timeout=900,
        check=True,
    )
    found: dict[str, Any] = json.loads(done.stdout)
    return found


STOPS: list[tuple[Callable[[], Instance], list[list[str]]]] = [
    (machine, [["go", "cell 1", "1", "0"], ["go", "cell 2", "1", "x"], ["yes", "", "1", "x"]]),
    (graph, [["q"], ["p"], ["q"]]),
]
"""The configurations of a run, but for steps at a cell that never changes; in the end the edge is turned back."""


def boxes_after(offer: Offer, steps: int) -> frozenset[Square]:
    """Return where the boxes are after some steps of the play, which is legal."""
    boxes, (row, column) = set(offer.level.boxes), offer.level.player
    for letter in offer.lurd[:steps]:
        down, right = DELTAS[DIRECTION_OF[letter.lower()]]
        row, column = row + down, column + right
        if letter.isupper():
            boxes.remove(Square(row, column))
            boxes.add(Square(row + down, column + right))
    return frozenset(boxes)


@pytest.mark.parametrize(("instance", "stops"), STOPS, ids=["machine", "graph"])
def test_the_page_reads_the_run_of_a_machine_or_graph_from_the_steps(
    instance: Callable[[], Instance], stops: list[list[str]]
) -> None:
    offer = offered(instance())
    found = read_by_the_page(offer)
    assert found["differences"] == 0
    assert [list(stop["values"].values()) for stop in found["stops"]] == stops
    level_map = LevelMap.parse(json.dumps(offer.map))
    for stop in found["stops"]:
        kept = {name: value for name, value in stop["values"].items() if name not in ("state", "head")}
        said = level_map.values(boxes_after(offer, stop["at"]))
        assert said == kept or (instance is graph and said == {"edge a": ""})  # its latches are still to be opened


def test_the_one_script_of_the_page_is_a_valid_module(tmp_path: Path) -> None:
    file = tmp_path / "page.mjs"
    file.write_text(script(MODULES), encoding="utf-8")
    subprocess.run([NODE or "node", "--check", str(file)], capture_output=True, timeout=900, check=True)


@pytest.fixture(scope="module")
def kept() -> dict[str, Any]:
    done = subprocess.run(
        [NODE or "node", str(HERE / "read_progress.mjs")], capture_output=True, text=True, timeout=900, check=True
    )
    found: dict[str, Any] = json.loads(done.stdout)
    return found


POSITION = {"lurd": "rRl", "at": 2, "stops": [0, 2]}


@pytest.mark.parametrize(("storage", "lasts"), [("working", True), ("full", False), ("denied", False)])
def test_progress_is_kept_for_the_page_always_and_for_the_next_one_where_the_browser_allows_it(
    kept: dict[str, Any], storage: str, lasts: bool
) -> None:
    whole = {"best": "fewer pushes", "position": POSITION, "other": None}
    assert kept[storage]["page"] == whole
    assert kept[storage]["next"] == (whole if lasts else {"best": None, "position": None, "other": None})


def test_a_solution_is_kept_if_it_has_fewer_pushes_or_as_many_and_fewer_moves(kept: dict[str, Any]) -> None:
    assert kept["working"]["better"] == [True, False, True, False, True]


def test_progress_is_forgotten_on_request_and_data_of_others_stays(kept: dict[str, Any]) -> None:
    assert kept["forgotten"] == {"count": 2, "left": ["of another page"], "best": None}


def test_foreign_data_in_the_storage_counts_as_no_progress(kept: dict[str, Any]) -> None:
    assert kept["foreign"] == [[None, None]] * 4


def test_a_level_has_the_same_key_from_the_list_and_from_a_board_that_is_read(kept: dict[str, Any]) -> None:
    assert kept["sameKey"] is True
