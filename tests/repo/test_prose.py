"""The checker of prose counts what its rules say, and no budget ever grows."""

from __future__ import annotations

import ast
import doctest
import importlib
import inspect
from collections.abc import Iterator
from pathlib import Path

import pytest
from tools import prose
from tools.prose import RULES, Text, lowered, names_by_participle, read_code, read_page, survey
from tools.roots import PACKAGES

PAGE = """\
# What it is

A short sentence with `any number of words in code` in it.
[A link](to/a/page.md) is one word of text, {words} end.

- Where to go
- Where do I go?

| table | so many |
|---|---|

```console
$ echo whence nobody sees a fence
```

    whence nobody sees code
"""


def places(rule: str, texts: list[Text]) -> list[tuple[int, str]]:
    """Return the lines and the words that break a rule."""
    return [(text.line, found) for text in texts for found in RULES[rule](text)]


@pytest.mark.parametrize(("words", "long"), [(17, 0), (18, 1)])
def test_a_sentence_of_more_than_25_words_is_long(words: int, long: int) -> None:
    texts = list(read_page("page.md", PAGE.format(words=" ".join(["word"] * words))))
    assert len(places("long", texts)) == long


def test_headings_and_items_without_a_noun_are_found_and_questions_are_not() -> None:
    texts = list(read_page("page.md", PAGE.format(words="")))
    assert places("headless", texts) == [(1, "What it is"), (6, "Where to go")]


def test_retired_words_are_found_in_tables_and_not_in_code() -> None:
    texts = list(read_page("page.md", PAGE.format(words="")))
    assert places("retired", texts) == [(9, "so many")]


def test_docstrings_help_and_messages_are_read_without_their_examples() -> None:
    source = """
def f(x):
    '''Made of nothing.

    Whence it came.

    >>> f("whence")
    1
    '''
    option("--x", help="What it " "says.")
    raise ValueError(f"{x} is anybody's")
"""
    texts = list(read_code("module.py", ast.parse(source)))
    assert [found for _, found in places("passive", texts)] == ["Made of nothing."]
    assert [found for _, found in places("headless", texts)] == ["What it says."]
    assert [found for _, found in places("retired", texts)] == ["Whence", "anybody"]


def test_an_item_of_a_list_in_a_docstring_is_a_text_of_its_own_and_tables_are_none() -> None:
    docstring = "Three lists.\n\n- one item\n- another\n  one\n\n| a | b |\n|---|---|\n\n\b\nAs it stands.\n"
    texts = read_code("module.py", ast.parse(repr(docstring)))
    assert [each.text for each in texts] == ["Three lists.", "one item", "another one"]


def test_names_by_participle_are_modules_classes_and_functions() -> None:
    tree = ast.parse("class FoundBox: ...\ndef _shown(): ...\ndef show(): ...\ndef string(): ...\nmade = 1")
    assert [place.split()[-1] for place in names_by_participle("a/told.py", tree)] == ["told", "FoundBox", "_shown"]


def test_pages_count_in_their_part_and_those_for_users_have_a_budget(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(prose, "ROOT", tmp_path)
    pages = [tmp_path / name for name in ("docs/start/a.md", "docs/index.md", "docs/records/b.md", "README.md")]
    for page in pages:
        page.parent.mkdir(parents=True, exist_ok=True)
        page.write_text("Three words here", encoding="utf-8")
    counted = survey(pages, [])
    parts = {part: words for part, words in counted.sizes().items() if words}
    names = ("start", "index", "records", "root")
    assert parts == {**{f"words in {name}": 3 for name in names}, "words of all pages": 12}
    assert counted.counts()[prose.WORDS] == 6


def test_budgets_never_grow() -> None:
    assert lowered({"long": 5, "names": 5}, {"long": 7, "names": 3, "retired": 1}) == {
        "long": 5,
        "names": 3,
        "retired": 1,
    }


def test_every_rule_has_a_budget() -> None:
    assert set(survey([], []).counts()) == set(prose.read_budget())


def test_the_examples_of_the_checker_print_what_they_say() -> None:
    assert doctest.testmod(prose).failed == 0


def offered_by(package: str) -> Iterator[tuple[str, object]]:
    module = importlib.import_module(package)
    for name in getattr(module, "__all__", []):
        value = getattr(module, name)
        yield name, value
        if inspect.isclass(value):
            yield from ((f"{name}.{each}", getattr(value, each)) for each in vars(value) if not each.startswith("_"))


@pytest.mark.parametrize("package", PACKAGES)
def test_all_that_a_package_offers_has_a_docstring(package: str) -> None:
    for name, value in offered_by(package):
        assert inspect.getdoc(value) or not (inspect.isroutine(value) or inspect.isclass(value)), name
