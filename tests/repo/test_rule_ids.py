"""Every rule is defined once in a docstring, once in the docs, and named by a test: the three never drift apart."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
RULES, FORMATS = ROOT / "docs" / "background" / "rules.md", ROOT / "docs" / "reference" / "formats.md"
IN_FORMATS = frozenset("FR")  # formats and run lengths are specified in formats.md, all other rules in rules.md

IN_DOCSTRING = re.compile(r"\bRule ([A-Z]\d+):")
IN_DOCS = re.compile(
    r"^(?:#{2,6}[ ]+(?:Rule[ ]+)?\**`?"  # a heading that starts with the id
    r"|(?:[-*][ ]+|\|[ ]*)?\*\*`?(?:Rule[ ]+)?)"  # or the id in bold, at the start of a line, list item or table row
    r"([A-Z]\d+)\b",
    re.MULTILINE,
)
IN_COMMENTS = re.compile(r"\(\*.*?\*\)", re.DOTALL)  # of Coq
IN_COMMENT = re.compile(r"\b[A-Z]\d+\b")
Documented = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)


def ids_in_docstrings(source: str) -> Iterator[str]:
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, Documented):
            yield from IN_DOCSTRING.findall(ast.get_docstring(node) or "")


def ids_in_docs(text: str) -> list[str]:
    return IN_DOCS.findall(text)


def ids_in_tests(source: str) -> Iterator[str]:
    """Yield the ids of every `pytest.mark.rule(...)`, wherever it stands."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "pytest.mark.rule":
            for argument in node.args:
                value = ast.literal_eval(argument)
                assert isinstance(value, str), f"a rule's id is a string, not {value!r}"
                yield value


def ids_in_comments(source: str) -> Iterator[str]:
    """Yield the ids of rules in the comments of a Coq file."""
    for comment in IN_COMMENTS.findall(source):
        yield from IN_COMMENT.findall(comment)


def in_folder(folder: str) -> Iterator[str]:
    for path in sorted((ROOT / folder).rglob("*.py")):
        yield path.read_text(encoding="utf-8")


@cache
def defined() -> Counter[str]:
    return Counter(rule for source in in_folder("reference") for rule in ids_in_docstrings(source))


def documented(path: Path) -> Counter[str]:
    return Counter(ids_in_docs(path.read_text(encoding="utf-8")) if path.exists() else ())


@cache
def named_by_tests() -> frozenset[str]:
    return frozenset(rule for source in in_folder("tests") for rule in ids_in_tests(source))


def due(rules: Iterable[str]) -> set[str]:
    """Return the rules that docs and tests owe; those of the formats only from the day their document exists."""
    return {rule for rule in rules if rule[0] not in IN_FORMATS or FORMATS.exists()}


def test_every_rule_is_defined_in_exactly_one_docstring() -> None:
    assert {rule: count for rule, count in defined().items() if count > 1} == {}


def test_every_rule_is_defined_exactly_once_in_its_document() -> None:
    rules, formats = documented(RULES), documented(FORMATS)
    assert {rule: count for rule, count in (rules + formats).items() if count > 1} == {}
    assert {rule for rule in rules if rule[0] in IN_FORMATS} == set(), "these belong in docs/reference/formats.md"
    assert {rule for rule in formats if rule[0] not in IN_FORMATS} == set(), "these belong in docs/background/rules.md"
    assert set(rules) | set(formats) == due(defined())


def test_the_proofs_in_coq_name_rules_that_exist() -> None:
    sources = {path.name: path.read_text(encoding="utf-8") for path in (ROOT / "proofs" / "rocq").glob("*.v")}
    named = {name: set(ids_in_comments(source)) for name, source in sources.items()}
    assert {name: unknown for name, ids in named.items() if (unknown := ids - set(defined()))} == {}
    stated = {"B1", "B2", "S1", "L1", "L2", "L3", "L4", "T1", "T2", "T3", "T4", "A1", "M1", "M2", "O1", "O2", "V1"}
    assert stated - named["Rules.v"] == set()


def test_comments_of_coq_are_searched_and_code_is_not() -> None:
    assert list(ids_in_comments("Definition T9 := 1.  (* rules B1,\n   B2 *) (** A1 *)")) == ["B1", "B2", "A1"]


def test_every_rule_is_named_by_a_test() -> None:
    assert due(defined()) - named_by_tests() == set()


def test_tests_name_no_rule_that_does_not_exist() -> None:
    assert named_by_tests() - set(defined()) == set()


def test_docstrings_of_modules_classes_and_functions_are_searched() -> None:
    inner = 'class C:\n    """Rule B2: b."""\n    def f(self):\n        """Rule C33: c.\n        Rule C4: d."""'
    source = f'"""Rule A1: a."""\n{inner}'
    assert sorted(ids_in_docstrings(source)) == ["A1", "B2", "C33", "C4"]


def test_comments_and_references_define_no_rule() -> None:
    assert list(ids_in_docstrings('# Rule A1: a\ndef f():\n    """See rule A1, Rule A2 and rule A3: both."""')) == []


@pytest.mark.parametrize(
    "line", ["### T1. A step", "## Rule T1: a step", "**T1** a step", "- **Rule T1**: a step", "| **`T1`** | a step |"]
)
def test_a_heading_or_bold_id_at_the_start_of_a_line_defines_a_rule(line: str) -> None:
    assert ids_in_docs(f"Text.\n{line}\n") == ["T1"]


@pytest.mark.parametrize("line", ["T1 is used here", "as **T1** says", "| T1 | a step |", "### Steps (T1)", "> **T1**"])
def test_a_mention_defines_no_rule(line: str) -> None:
    assert ids_in_docs(f"{line}\n") == []


def test_markers_are_found_on_tests_on_parameters_and_with_several_ids() -> None:
    source = (
        'pytestmark = pytest.mark.rule("A1", "A2")\n@pytest.mark.rule("T1")\ndef test_x(): f(pytest.mark.rule("B1"))'
    )
    assert sorted(ids_in_tests(source)) == ["A1", "A2", "B1", "T1"]
