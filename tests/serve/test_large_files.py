"""A file of 10,000 levels opens without reading them: only those that are shown are read."""

from __future__ import annotations

import os
import tracemalloc
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import sokospec.formats.entries
import sokoview.serving.folder
from serve.serving import ROOM, get, serving
from sokospec.formats import Reading, level_of, read_stream
from sokoview.serving.folder import Folder
from sokoview.serving.pages import PER_PAGE
from sokoview.serving.server import Server

COUNT = 10_000


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("many")
    (folder / "many.txt").write_text("".join(f"{ROOM}\nTitle: Level of many {n}\n\n" for n in range(1, COUNT + 1)))
    return folder


@pytest.fixture(scope="module")
def server(folder: Path) -> Iterator[Server]:
    with serving(folder) as server:
        yield server


@pytest.fixture
def reads(monkeypatch: pytest.MonkeyPatch) -> dict[str, int]:
    """Count the levels that are read, and the files that are opened for their levels."""
    counts = {"levels": 0, "files": 0}

    def counted_level(*arguments: Any, **options: Any) -> Any:  # whatever it takes
        counts["levels"] += 1
        return level_of(*arguments, **options)

    def counted_file(*arguments: Any) -> Any:  # as above
        counts["files"] += 1
        return read_stream(*arguments)

    monkeypatch.setattr(sokospec.formats.entries, "level_of", counted_level)
    monkeypatch.setattr(sokoview.serving.folder, "read_stream", counted_file)
    return counts


def test_only_the_levels_that_are_shown_are_read_and_the_file_once(server: Server, reads: dict[str, int]) -> None:
    assert b"many.txt" in get(server, "/").body
    assert reads == {"levels": 0, "files": 0}
    first = get(server, "/levels/many.txt").body.decode()
    assert reads == {"levels": PER_PAGE, "files": 1}
    last_page = -(-COUNT // PER_PAGE)
    assert "10,000 levels" in first and f"?page={last_page}" in first and f"Level of many {PER_PAGE + 1}<" not in first
    last = get(server, f"/levels/many.txt?page={last_page}").body.decode()
    assert "Level of many 10000<" in last and reads["levels"] == PER_PAGE + COUNT % PER_PAGE
    before = reads["levels"]
    page = get(server, "/play/many.txt?level=7777").body.decode()
    assert "Level of many 7777" in page and "Level of many 7776" not in page
    assert reads == {"levels": before + 1, "files": 1}
    assert get(server, "/picture/many.txt?level=9999").body.startswith(b"<svg ")
    assert get(server, f"/levels/many.txt?page={last_page + 1}").status == 404


def test_opening_takes_bounded_memory(folder: Path) -> None:
    shelf = Folder(folder, Reading())
    tracemalloc.start()
    try:
        collection = shelf.collection(folder / "many.txt")
        assert collection[COUNT - 1].title == f"Level of many {COUNT}"
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 128 * 2**20  # of which most is given back when it is open


def test_a_file_that_changes_is_read_again(tmp_path: Path) -> None:
    file = tmp_path / "some.xsb"
    file.write_text(ROOM)
    with serving(tmp_path) as server:
        assert b"1 level<" in get(server, "/levels/some.xsb").body
        file.write_text(f"{ROOM}\n\n{ROOM}")
        os.utime(file, ns=(1, 1))
        assert b"2 levels<" in get(server, "/levels/some.xsb").body


def test_files_that_were_opened_lately_are_kept_within_a_size(
    tmp_path: Path, reads: dict[str, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sokoview.serving.folder, "_KEPT_BYTES", 2 * len(ROOM))
    for name in "abc":
        (tmp_path / f"{name}.xsb").write_text(ROOM)
    shelf = Folder(tmp_path, Reading())
    opened = []
    for name in "ababcab":
        shelf.collection(tmp_path / f"{name}.xsb")
        opened.append(reads["files"])
    assert opened == [1, 2, 2, 2, 3, 4, 5]


def test_of_a_large_folder_the_first_names_are_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sokoview.serving.folder, "_MOST_SHOWN", 3)
    for name in "abc":
        (tmp_path / name).write_text(ROOM)
    assert Folder(tmp_path, Reading()).names(tmp_path) == ([], ["a", "b", "c"], False)
    (tmp_path / "d").mkdir()
    assert Folder(tmp_path, Reading()).names(tmp_path) == ([], ["a", "b", "c"], True)


def test_files_are_recognised_by_content_and_then_by_name(tmp_path: Path) -> None:
    slc = '<?xml version="1.0"?><SokobanLevels><LevelCollection><Level><L>#####</L><L>#@$.#</L><L>#####</L></Level>'
    for name, text in {
        "levels.dat": ROOM,
        "levels.xml": slc + "</LevelCollection></SokobanLevels>",
        "cut.xml": slc * 200,
        "notes.txt": "text alone",
        "data.bin": "\x00\x01\x02",
        "late.txt": "text\n" * 5_000 + ROOM,
        "late.dat": "text\n" * 5_000 + ROOM,
        "empty.xsb": "",
    }.items():
        (tmp_path / name).write_text(text)
    assert Folder(tmp_path, Reading()).names(tmp_path).files == ["cut.xml", "late.txt", "levels.dat", "levels.xml"]
