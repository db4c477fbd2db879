"""Every example in a docstring runs and prints what it says."""

from __future__ import annotations

import doctest
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SOURCES = ("reference", "detectors", "generators", "proofs", "environments", "course", "cli")


def modules() -> list[str]:
    return [
        ".".join(path.relative_to(ROOT / source).with_suffix("").parts).removesuffix(".__init__")
        for source in SOURCES
        for path in sorted((ROOT / source).rglob("*.py"))
    ]


@pytest.mark.parametrize("module", modules())
def test_examples_in_docstrings_print_what_they_say(module: str) -> None:
    assert doctest.testmod(import_module(module)).failed == 0


@pytest.mark.parametrize("module", [name for name in modules() if name.startswith("sokospec.")])
def test_modules_of_the_reference_have_a_docstring(module: str) -> None:
    assert import_module(module).__doc__
