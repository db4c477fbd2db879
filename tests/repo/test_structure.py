"""The structure keeps the rules of `tools/structure.py`, and each rule notices what breaks it."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from tools.journeys import JOURNEYS, draw
from tools.measures.walks_of_arguments import Calls
from tools.roots import ROOT
from tools.structure import RULES, Source, calls_between, installed_sources, sources

LONG = "".join(f"    x{n} = {n}\n" for n in range(90))
BODY = "".join(f"    a{n} = f(b, c{n}, d{n})\n" for n in range(9))
WALK = "\n".join(f"def f{n}(x): f{n + 1}(x)" for n in range(41)) + "\ndef f41(x): ..."
FOLDER = "solver/sokosolve/search"


def planted(*files: tuple[str, str]) -> list[Source]:
    """Return files that are not there, installed ones under their modules' names."""
    found = []
    for name, text in files:
        module = ".".join(Path(name).with_suffix("").parts[1:])
        found.append(Source(ROOT / name, module, text))
    return found


def test_the_rules_are_kept() -> None:
    everything = sources()
    found = {rule.text: (rule.broken(everything), rule.most) for rule in RULES}
    assert {text: broken for text, (broken, most) in found.items() if len(broken) > most} == {}


@pytest.mark.parametrize(
    ("rule", "found"),
    [
        (
            "import circles",
            planted((f"{FOLDER}/a.py", "import sokosolve.search.b"), (f"{FOLDER}/b.py", "import sokosolve.search.a")),
        ),
        (
            "circles of folders",
            planted(
                ("solver/sokosolve/one/a.py", "import sokosolve.two.b"),
                ("solver/sokosolve/two/b.py", "x = 1"),
                ("solver/sokosolve/two/c.py", "import sokosolve.one.a"),
            ),
        ),
        ("arguments that walk", planted((f"{FOLDER}/a.py", WALK))),
        ("functions of more than 60 lines", planted((f"{FOLDER}/a.py", f"def f():\n{LONG}"))),
        ("kernels of more than 80 lines", planted((f"{FOLDER}/a.py", f"@kernel\ndef f():\n{LONG}"))),
        ("functions of more than 8 parameters", planted((f"{FOLDER}/a.py", "def f(a, b, c, d, e, f, g, h, i): ..."))),
        ("folders of more than 20 modules", planted(*((f"{FOLDER}/m{n}.py", "") for n in range(21)))),
        ("imports of the reference", planted(("reference/sokospec/a.py", "import numpy"))),
        (
            "pairs of places that look alike",
            planted((f"{FOLDER}/a.py", f"def f():\n{BODY}"), (f"{FOLDER}/b.py", f"def g():\n{BODY}")),
        ),
        ("installed modules that only tests or tools use", planted((f"{FOLDER}/a.py", "x = 1"))),
    ],
)
def test_a_rule_notices_what_breaks_it(rule: str, found: list[Source]) -> None:
    [only] = [each for each in RULES if each.text.startswith(rule)]
    assert only.broken(found)


def test_a_lazy_hook_is_no_circle() -> None:
    hook = planted(
        ("reference/sokospec/board.py", "def parse():\n    from sokospec.formats import read"),
        ("reference/sokospec/formats.py", "from sokospec.board import Level"),
    )
    circles = [each for each in RULES if "circles" in each.text]
    assert len(circles) == 2
    assert not any(each.broken(hook) for each in circles)


def test_an_argument_walks_by_place_by_name_and_into_kernels_methods_and_constructors() -> None:
    text = """
from b import far
class Box:
    def __init__(self, size): self.open(size)
    def open(self, width): far.of(True)(0, width)
def f(x): Box(x); g(1, y=x)
def g(z, *, y): return [y]
"""
    calls = Calls({"a": ast.parse(text), "b": ast.parse("def far(p, q): pass")})
    assert calls.walk(("a.f", "x")) == {
        ("a.f", "x"),
        ("a.Box.__init__", "size"),
        ("a.Box.open", "width"),
        ("b.far", "q"),
        ("a.g", "y"),
    }


def test_a_journey_is_drawn_as_a_tree_in_which_each_function_stands_once() -> None:
    calls = Calls(
        {"a": ast.parse("from b import h\ndef f(x): g(x); h(x)\ndef g(y): h(y)"), "b": ast.parse("def h(z): ...")}
    )
    assert [*draw(calls, ("a.f", "x"))] == ["a.f", "├─ g", "└─ b.h"]


@pytest.mark.long
def test_the_journeys_start_where_functions_are() -> None:
    calls = calls_between(installed_sources())
    assert [len(calls.walk(start)) > 10 for start in JOURNEYS.values()] == [True] * len(JOURNEYS)
