"""The help of each command says what its limits are for: a level, a solution, a certificate, and so on."""

from __future__ import annotations

import click
import pytest

from sokocli.main import main

UNITS = {
    "solve": "level",
    "batch": "level",
    "crosscheck": "level",
    "check": "solution",
    "improve": "solution",
    "verify": "certificate",
    "reduce": "file",
    "render": "picture",
    "serve": "search",
}


@pytest.mark.parametrize("name", UNITS)
def test_the_help_says_what_a_limit_is_for(name: str) -> None:
    command = main.get_command(click.Context(main), name)
    assert command is not None
    helps = {each.name: each.help or "" for each in command.params if isinstance(each, click.Option)}
    assert helps["time_limit"] == f"Seconds for each {UNITS[name]}."
    assert helps["cpu_limit"].startswith(f"CPU seconds for each {UNITS[name]};")
