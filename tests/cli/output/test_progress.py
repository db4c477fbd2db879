"""On a terminal, long work shows progress on stderr; elsewhere stderr stays quiet."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event
from types import SimpleNamespace

import pytest

from cli.running import HARD, WAREHOUSE, on_a_terminal, sokospec
from sokocli import results
from sokospec import Level
from sokospec.transform.normal_form import DEFAULT_STEPS, normal_form


def test_check_shows_on_a_terminal_which_claim_it_has_come_to() -> None:
    _, stdout, terminal = on_a_terminal("check", WAREHOUSE, "--json")
    assert stdout.count(b"\n") == 4
    assert "checking 4: examples/warehouse.xsb:3" in terminal


@pytest.mark.parametrize("engine", ["fast", "reference"])
@pytest.mark.long
def test_solve_shows_states_bound_and_memory_on_a_terminal(engine: str, tmp_path: Path) -> None:
    level = tmp_path / "hard.xsb"
    level.write_text(HARD, encoding="utf-8")
    code, stdout, terminal = on_a_terminal("solve", str(level), "--engine", engine, "--time-limit", "1", "--json")
    assert (code, stdout.count(b"\n")) == (3, 1)
    for news in ("hard.xsb:1:", " states, bound ", " s, ", " MiB"):
        assert news in terminal


def test_a_title_is_shown_as_it_stands_even_if_it_looks_like_markup(tmp_path: Path) -> None:
    level = tmp_path / "level.xsb"
    level.write_text("; [/b] [red]title\n\n#####\n#@$.#\n#####\n", encoding="utf-8")
    code, _, terminal = on_a_terminal("solve", str(level))
    assert code == 0
    assert "'[/b] [red]title'" in terminal


def test_stderr_stays_quiet_in_a_pipe() -> None:
    assert sokospec("solve", WAREHOUSE).stderr == b""


def test_deadlocks_says_which_detector_is_at_work(tmp_path: Path) -> None:
    level = tmp_path / "level.xsb"
    level.write_text("#####\n#@$.#\n#####\n")
    _, _, terminal = on_a_terminal("deadlocks", str(level), "--detector", "corral")
    assert "level.xsb:1: corral" in terminal


def test_normalising_tells_each_step() -> None:
    told: list[str] = []
    normal_form(Level.parse("#####\n#@$.#\n#####"), tell=told.append)
    assert list(dict.fromkeys(told)) == list(DEFAULT_STEPS)


def test_a_line_without_news_goes_on_with_the_seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    hours = SimpleNamespace(now=100.0)
    monkeypatch.setattr(results, "time", SimpleNamespace(monotonic=lambda: hours.now))
    line = results._News("building tables")
    assert line.__rich__().plain == "building tables"
    hours.now += 61.4
    assert line.__rich__().plain == "building tables, 61 s"


class Line:
    """What stands for the line on a terminal: whether it is there."""

    def __init__(self) -> None:
        self.there = Event()
        self.ended = False

    @contextmanager
    def working(self, what: str) -> Iterator[None]:
        self.there.set()
        yield
        self.ended = True


@pytest.fixture
def line(monkeypatch: pytest.MonkeyPatch) -> Line:
    made = Line()
    monkeypatch.setattr(results, "show_work", made.working)
    monkeypatch.setattr(results, "sys", SimpleNamespace(stderr=SimpleNamespace(isatty=lambda: True)))
    return made


def test_reading_that_takes_long_shows_a_line_until_it_is_over(line: Line, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(results, "_AT_ONCE", 0.0)
    with results.show_reading("reading x.xsb"):
        assert line.there.wait(20)
        assert not line.ended
    assert line.ended


def test_reading_that_is_over_at_once_or_beside_another_line_shows_none(
    line: Line, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(results, "_AT_ONCE", 3600.0)
    with results.show_reading("reading x.xsb"):
        pass
    monkeypatch.setattr(results, "_AT_ONCE", 0.0)
    monkeypatch.setattr(results, "_shown", ["solving"])
    with results.show_reading("reading y.xsb"):
        assert not line.there.wait(0.05)
    assert not line.there.is_set()
