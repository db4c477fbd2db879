"""On a terminal, long work shows progress on stderr; elsewhere stderr stays quiet."""

from __future__ import annotations

from pathlib import Path

import pytest

from cli.running import HARD, WAREHOUSE, on_a_terminal, sokospec


def test_check_shows_on_a_terminal_which_claim_it_has_come_to() -> None:
    _, stdout, terminal = on_a_terminal("check", WAREHOUSE, "--json")
    assert stdout.count(b"\n") == 4
    assert "checking 4: examples/warehouse.xsb:3" in terminal


@pytest.mark.parametrize("engine", ["fast", "reference"])
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
