"""`serve FILE` serves that file alone; without an argument the current folder is served; a used port has a way out."""

from __future__ import annotations

import socket
from pathlib import Path

import pytest

from cli.running import sokospec
from serve.serving import get, serving
from sokocli.serve import command
from sokoview.serving.server import ADDRESS

LEVEL = "######\n#@$ .#\n######\n"


def test_a_file_that_is_served_is_the_first_page_and_nothing_beside_it_can_be_read(tmp_path: Path) -> None:
    for name in ("one.xsb", "other.xsb"):
        (tmp_path / name).write_text(LEVEL)
    with serving(tmp_path / "one.xsb") as server:
        assert b'href="/play/one.xsb?level=1"' in get(server, "/").body
        assert get(server, "/play/one.xsb?level=1").status == 200
        for path in ("/levels/other.xsb", "/play/other.xsb?level=1", "/folder/", "/api/files/other.xsb"):
            assert get(server, path).status == 404, path


def test_plays_beside_a_served_file_count_and_are_offered_to_the_player(tmp_path: Path) -> None:
    (tmp_path / "one.xsb").write_text(LEVEL)
    (tmp_path / "one.sol").write_text("RR\n")
    with serving(tmp_path / "one.xsb") as server:
        assert "✓ solved" in get(server, "/").body.decode()
        assert b'"solution": "RR"' in get(server, "/play/one.xsb?level=1").body


def test_without_an_argument_the_current_folder_is_served() -> None:
    [place] = [parameter for parameter in command.params if parameter.name == "place"]
    assert str(place.default) == "."


@pytest.mark.parametrize(("text", "message"), [("", "empty"), ("no level\n", "one.txt: ")])
def test_a_file_without_levels_is_refused_at_once(text: str, message: str, tmp_path: Path) -> None:
    (tmp_path / "one.txt").write_text(text)
    done = sokospec("serve", str(tmp_path / "one.txt"), "--port", "0")
    assert (done.returncode, done.stdout) == (4, b"")
    assert message in done.stderr.decode()


def test_a_port_in_use_is_a_usage_error_that_names_the_way_out(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind((ADDRESS, 0))
        taken.listen()
        done = sokospec("serve", str(tmp_path), "--port", str(taken.getsockname()[1]))
    assert done.returncode == 2
    assert "or any free one by --port 0" in done.stderr.decode()
