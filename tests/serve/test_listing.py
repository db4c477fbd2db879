"""The list of a folder tells of each file what can be found at little cost; a large file never delays it."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

import sokoview.serving.folder
import sokoview.serving.overview
from serve.serving import ROOM, get, serving
from sokospec.formats import Reading, read_stream
from sokoview.serving.folder import Folder
from sokoview.serving.overview import FileSummary, Overview
from sokoview.serving.server import Server

LEVEL = "######\n#@$ .#\n######\n"
RIGHT, WRONG = "\nSolution\nRR\n\n", "\nSolution\nR\n\n"


def overview(folder: Path) -> Overview:
    return Overview(Folder(folder, Reading()))


def summary(server: Server, name: str) -> dict[str, object]:
    return get(server, f"/api/files/{name}").json


def test_a_level_is_solved_if_a_solution_of_its_file_replays_as_one(tmp_path: Path) -> None:
    (tmp_path / "some.xsb").write_text(f"{LEVEL}{RIGHT}{LEVEL}{WRONG}{LEVEL}\n{LEVEL}{WRONG}{RIGHT}")
    with serving(tmp_path) as server:
        assert summary(server, "some.xsb") == {"levels": 4, "solved": 2, "text": "4 levels, ✓ 2 solved"}
        cards = get(server, "/levels/some.xsb").body.decode().split("<li>")[1:]
        assert ["✓ solved" in card for card in cards] == [True, False, False, True]


def test_plays_beside_a_file_belong_to_its_levels_in_order(tmp_path: Path) -> None:
    folder = tmp_path / "levels"
    folder.mkdir()
    (tmp_path / "outside.sol").write_text("RR\n")
    for name in ("beside", "linked", "other", "alone"):
        (folder / f"{name}.xsb").write_text(f"{LEVEL}\n{LEVEL}")
    (folder / "beside.sol").write_text("R\n\nRR\n")
    (folder / "linked.sol").symlink_to(tmp_path / "outside.sol")
    (folder / "other.sol").write_text(f"{LEVEL}{RIGHT}")
    found = overview(folder)
    solved = {name: found.summary(folder / f"{name}.xsb").solved for name in ("beside", "linked", "other", "alone")}
    assert solved == {"beside": 1, "linked": 0, "other": 0, "alone": 0}


WALK = "######\n#@ $.#\n######\n"


def test_plays_beside_a_file_belong_to_the_levels_of_their_labels_in_any_notation(tmp_path: Path) -> None:
    (tmp_path / "some.xsb").write_text(f"{LEVEL}\n{WALK}\n{LEVEL}")
    (tmp_path / "some.sol").write_text("Level 1: not solved\n\nLevel 2\neE\n\nLevel 3\nRR\n")
    found = overview(tmp_path)
    entries = Folder(tmp_path, Reading()).collection(tmp_path / "some.xsb")[:]
    assert found.summary(tmp_path / "some.xsb") == FileSummary(levels=3, solved=2, looked=3, drawn=1)
    assert found.find_solved(tmp_path / "some.xsb", entries) == {2, 3}
    assert [found.solution(tmp_path / "some.xsb", entry) for entry in entries] == ["", "rR", "RR"]


def test_a_file_without_labels_that_lacks_a_solution_is_paired_by_trial(tmp_path: Path) -> None:
    (tmp_path / "some.xsb").write_text(f"{LEVEL}\n{WALK}\n{LEVEL}")
    (tmp_path / "some.sol").write_text("rR\n\nRR\n")
    entries = Folder(tmp_path, Reading()).collection(tmp_path / "some.xsb")[:]
    assert overview(tmp_path).find_solved(tmp_path / "some.xsb", entries) == {2, 3}


def test_plays_beside_a_file_are_tried_in_no_more_steps_than_there_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sokoview.serving.overview, "_MOST_STEPS", 5)
    (tmp_path / "some.xsb").write_text(f"{LEVEL}\n{WALK}\n{LEVEL}")
    (tmp_path / "some.sol").write_text("Level 1\nRR\n\nLevel 2\nrR\n\nLevel 3\nRR\n")
    summary_found = overview(tmp_path).summary(tmp_path / "some.xsb")
    assert summary_found.solved < 3 and summary_found.looked < 3


def test_a_solution_in_another_notation_marks_its_level(tmp_path: Path) -> None:
    (tmp_path / "some.xsb").write_text(f"{LEVEL}\nSolution\nE E\n\n{LEVEL}")
    assert overview(tmp_path).summary(tmp_path / "some.xsb").solved == 1


def test_a_list_replays_no_more_steps_than_there_are_to_spend(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sokoview.serving.overview, "_MOST_STEPS", 5)
    long = "\nSolution\n" + "lr" * 500_000 + "RR\n\n"
    (tmp_path / "some.xsb").write_text(f"{LEVEL}{RIGHT}{LEVEL}{long}{LEVEL}{RIGHT}{LEVEL}{RIGHT}")
    found = overview(tmp_path).summary(tmp_path / "some.xsb")
    assert found == FileSummary(levels=4, solved=2, looked=2, drawn=1)
    assert found.text == "4 levels, ✓ at least 2 solved"


def test_a_list_looks_at_no_more_levels_than_it_may(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sokoview.serving.overview, "_MOST_LOOKED", 2)
    (tmp_path / "some.xsb").write_text(f"{LEVEL}{RIGHT}" * 3)
    assert overview(tmp_path).summary(tmp_path / "some.xsb").text == "3 levels, ✓ at least 2 solved"


def test_a_large_file_is_named_without_being_opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sokoview.serving.overview, "_LARGEST_LISTED", 2 * len(ROOM))
    monkeypatch.setattr(sokoview.serving.folder, "read_stream", read_stream_never)
    (tmp_path / "large.xsb").write_text(f"{ROOM}\n\n" * 3)
    (tmp_path / "large.sol").write_text("rR\n\n" * 100)
    with serving(tmp_path) as server:
        assert b"large.xsb" in get(server, "/").body
        answer = get(server, "/api/files/large.xsb")
        assert answer.status == 413 and "open it to see its levels" in answer.json["error"]
        assert get(server, "/cover/large.xsb").status == 200


def read_stream_never(*_: object) -> None:
    raise AssertionError("the file was opened")


def test_names_are_listed_while_a_file_is_being_opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opening, go_on = threading.Event(), threading.Event()

    def waiting(*arguments: Any) -> Any:  # whatever it takes
        opening.set()
        assert go_on.wait(60)
        return read_stream(*arguments)

    monkeypatch.setattr(sokoview.serving.folder, "read_stream", waiting)
    (tmp_path / "slow.xsb").write_text(ROOM)
    with serving(tmp_path) as server:
        statuses: list[int] = []
        thread = threading.Thread(target=lambda: statuses.append(get(server, "/levels/slow.xsb").status))
        thread.start()
        try:
            assert opening.wait(60)
            assert b"slow.xsb" in get(server, "/").body and not statuses
        finally:
            go_on.set()
            thread.join()
        assert statuses == [200]


def test_what_was_found_is_kept_until_the_file_or_its_plays_change(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, plays = tmp_path / "some.xsb", tmp_path / "some.sol"
    file.write_text(LEVEL)
    (tmp_path / "link.xsb").symlink_to(file)
    with serving(tmp_path) as server:
        page = get(server, "/").body.decode()
        assert 'data-ask="/api/files/some.xsb"' in page and "1 level" not in page
        assert summary(server, "some.xsb")["text"] == "1 level"
        page = get(server, "/").body.decode()
        assert "data-ask=" not in page and page.count("<span>1 level</span>") == 2
        plays.write_text("RR\n")
        assert "data-ask=" in get(server, "/").body.decode()
        assert summary(server, "some.xsb")["text"] == "1 level, ✓ solved"
        monkeypatch.setattr(sokoview.serving.folder, "read_stream", read_stream_never)
        assert summary(server, "some.xsb")["text"] == "1 level, ✓ solved"


def test_a_cover_shows_the_first_level_that_can_be_drawn(tmp_path: Path) -> None:
    bare = "#####\n#@ #\n#####\n"
    (tmp_path / "second.xsb").write_text(f"{bare}\n{LEVEL}")
    (tmp_path / "none.xsb").write_text(bare)
    with serving(tmp_path) as server:
        covers = [get(server, f"/cover/{name}.xsb").body for name in ("second", "none")]
    assert b"3 rows, 6 columns, 1 box" in covers[0] and b"<title>" not in covers[1]
    assert all(ElementTree.fromstring(cover).get("viewBox") for cover in covers)
