"""The tables of Boxoban: a set's whole files, what they came to, and what is printed and drawn of them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from optima import boxoban
from optima import portions as portions_module
from sokocheck.optima.table import OptimaTable
from workers_here import Here

ROOMS = ("######\n#@ $.#\n######", "#####\n#@  #\n# $ #\n# . #\n#####", "#######\n#@ $ .#\n#   $.#\n#     #\n#######")
NAME = "medium/valid"


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Two files of levels such as those of Boxoban."""
    monkeypatch.setattr(portions_module, "PORTION", 2)
    for name in (NAME, "hard"):
        (tmp_path / name).mkdir(parents=True)
    text = "".join(f"; {number}\n{room}\n\n" for number, room in enumerate(ROOMS))
    for path in (f"{NAME}/000.txt", f"{NAME}/001.txt", "hard/000.txt"):
        (tmp_path / path).write_text(text, encoding="ascii")
    return tmp_path


def run(checkout: Path, monkeypatch: pytest.MonkeyPatch, *options: str, most: int = 100) -> int:
    monkeypatch.setattr(boxoban, "open_workers", lambda *_: Here(most))
    return boxoban.main([str(checkout), "--out", str(checkout / "run"), "--set", NAME, *options])


def test_a_run_keeps_the_files_that_are_whole_and_goes_on(
    checkout: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(checkout, monkeypatch, most=3) == 3
    first = json.loads(capsys.readouterr().out)[NAME]
    assert (first["files"], first["of_files"], first["levels"]) == (1, 2, 3)
    assert run(checkout, monkeypatch, most=1) == 0
    whole = json.loads((checkout / "run" / "summary.json").read_text(encoding="utf-8"))[NAME]
    assert (whole["files"], whole["levels"], whole["optimal"], whole["certificates"]) == (2, 6, 6, 12)
    assert (whole["open"], whole["wrong"], whole["failed"]) == ([], [], [])
    assert len(OptimaTable(checkout / "run" / "medium_valid.tsv.xz")) == len(ROOMS)


def test_tables_are_told_and_drawn(
    checkout: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(checkout, monkeypatch, "--set", "hard", "--checker", "reference") == 0
    assert json.loads(capsys.readouterr().out)["hard"]["levels_by_checker"] == {"reference": 3}
    plot = checkout / "a.svg"
    assert boxoban.main(["--tables", str(checkout / "run"), "--plot", str(plot)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split(" | ")[:2] for line in lines[2:]] == [["| hard", "3"], ["| medium/valid", "6"]]
    assert plot.read_text(encoding="utf-8").startswith("<?xml")


def test_a_sample_is_the_same_for_the_same_seed(
    checkout: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(checkout, monkeypatch, "--sample", "4") == 0
    assert json.loads(capsys.readouterr().out)[NAME]["levels"] == 4
    assert run(checkout, monkeypatch, "--sample", "4", most=0) == 0


def test_a_folder_without_levels_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        boxoban.main([str(tmp_path), "--out", str(tmp_path / "run")])
    assert "FOLDER must be a checkout of boxoban-levels" in capsys.readouterr().err
