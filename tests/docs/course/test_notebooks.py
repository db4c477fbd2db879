"""The notebooks of the course: run from top to bottom they give the outputs that are stored in them."""

from __future__ import annotations

from pathlib import Path

import pytest

from docs.course.notebooks import FOLDER, NOTEBOOKS, executed, read, text_of


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_gives_its_stored_outputs(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)  # as for a reader who has Sokospec from pip and this file alone
    stored = read(path)
    now = executed(stored)
    for before, after in zip(stored["cells"], now["cells"], strict=True):
        assert after == before
    assert text_of(now) == path.read_text(encoding="utf-8")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_is_small_and_its_lesson_and_the_index_name_it(path: Path) -> None:
    assert path.stat().st_size < 40_000
    assert f"({path.name})" in path.with_suffix(".md").read_text(encoding="utf-8")
    assert f"({path.name})" in (FOLDER / "index.md").read_text(encoding="utf-8")
    stored = read(path)
    assert (stored["nbformat"], stored["nbformat_minor"]) == (4, 5)
    assert len({cell["id"] for cell in stored["cells"]}) == len(stored["cells"])


def test_there_is_a_notebook() -> None:
    assert NOTEBOOKS
