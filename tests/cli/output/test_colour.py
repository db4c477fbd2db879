"""Text is in colour where that can be seen and nobody minds; where it is not, walls are drawn all the same."""

from __future__ import annotations

import sys

import pytest

from cli.running import WAREHOUSE
from sokocli.main import exit_code

VARIABLES = ("NO_COLOR", "FORCE_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "TERM", "COLORTERM")
PLAIN = "######\n#    #\n# $$ #\n# .. #\n#  @ #\n######\n"


@pytest.mark.parametrize(
    ("environment", "terminal", "option", "coloured"),
    [
        ("", True, "auto", True),
        ("TERM=xterm", True, "auto", True),
        ("TERM=xterm", False, "auto", False),
        ("TERM=xterm NO_COLOR=1", True, "auto", False),
        ("TERM=xterm NO_COLOR=", True, "auto", True),
        ("TERM=dumb", True, "auto", False),
        ("TERM=dumb NO_COLOR=1", True, "always", True),
        ("TERM=unknown", True, "auto", False),
        ("TERM=xterm CLICOLOR=0", True, "auto", False),
        ("FORCE_COLOR=1", False, "auto", True),
        ("FORCE_COLOR=0", False, "auto", False),
        ("CLICOLOR_FORCE=1", False, "auto", True),
        ("FORCE_COLOR=1 NO_COLOR=1", True, "auto", False),
        ("FORCE_COLOR=1", True, "never", False),
        ("", False, "always", True),
    ],
)
def test_walls_are_seen_in_every_environment(
    environment: str,
    terminal: bool,
    option: str,
    coloured: bool,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name in VARIABLES:
        monkeypatch.delenv(name, raising=False)
    for setting in environment.split():
        monkeypatch.setenv(*setting.split("="))
    monkeypatch.setattr(sys.stdout, "isatty", lambda: terminal)
    assert exit_code(["render", WAREHOUSE, "--level", "1", "--colour", option]) == 0
    printed = capsys.readouterr().out
    if coloured:
        backgrounds = {part.split("m")[0].split(";")[-1] for part in printed.split("\x1b[") if "m" in part}
        assert len(backgrounds - {"0"}) > 2  # walls, floor, and pieces
    else:
        assert printed == PLAIN
