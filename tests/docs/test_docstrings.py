"""Every example in a docstring runs and prints what it says."""

from __future__ import annotations

import doctest
from importlib import import_module

import pytest
from tools.roots import ROOT, ROOTS


def modules() -> list[str]:
    return [
        ".".join(path.relative_to(ROOT / root).with_suffix("").parts).removesuffix(".__init__")
        for root in ROOTS
        for path in sorted((ROOT / root).rglob("*.py"))
    ]


@pytest.mark.parametrize("module", modules())
def test_examples_in_docstrings_print_what_they_say(module: str) -> None:
    assert doctest.testmod(import_module(module)).failed == 0


@pytest.mark.parametrize("module", [name for name in modules() if name.startswith("sokospec.")])
def test_modules_of_the_reference_have_a_docstring(module: str) -> None:
    assert import_module(module).__doc__
