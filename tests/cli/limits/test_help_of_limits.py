"""The help of each command says what its limits are for: a level, a solution, a certificate, and so on."""

from __future__ import annotations

import click
import pytest

from sokocli.main import main

UNITS = {
    "solve": "level",
    "batch": "level",
    "policy": "level",
    "dataset": "level",
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
    whose = " of our own solver" if name == "crosscheck" else ""  # the program has limits of its own
    assert helps["time_limit"] == f"Seconds{whose} for each {UNITS[name]}."
    assert helps["cpu_limit"].startswith(f"CPU seconds{whose} for each {UNITS[name]}:")


def _commands() -> dict[str, click.Command]:
    context = click.Context(main)
    return {name: each for name in main.list_commands(context) if (each := main.get_command(context, name))}


def test_a_number_is_called_by_a_letter_or_a_unit() -> None:
    for name, command in _commands().items():
        context = click.Context(command)
        words = [option.make_metavar(context) for option in command.params if isinstance(option, click.Option)]
        assert [word for word in words if word.startswith(("INTEGER", "FLOAT", "NUMBER"))] == [], name
