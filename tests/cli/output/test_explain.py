"""`sokospec explain`: every rule, verdict and exit code has its text, and a message never names a file of the clone."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from cli.running import ROOT, sokospec
from sokocheck.application.vocabulary import Exit, entries
from sokocli import explain, rule_pages
from sokocli.explain import RULES, near_matches, rule_text, words
from sokocli.main import exit_code
from sokocli.rule_pages import PAGES, page_text

Reader = pytest.CaptureFixture[str]


@pytest.mark.parametrize("word", ["L5", "l5", "[L5]"])
def test_a_rule_is_explained_by_the_text_of_its_page(word: str, capsys: Reader) -> None:
    assert exit_code(["explain", word]) == 0
    printed = capsys.readouterr().out
    assert printed.startswith("L5: A closed outer wall\n")
    assert re.search(r"^  p₀ +the square of the player at the start$", printed, re.MULTILINE)
    page = page_text("rules.md")
    assert printed.splitlines()[1] in page and "W1" not in printed.splitlines()[-1]


@pytest.mark.parametrize("word", ["3", "exit-3", "exit 3", "Exit code 3"])
def test_an_exit_code_is_explained(word: str, capsys: Reader) -> None:
    assert exit_code(["explain", word]) == 0
    assert capsys.readouterr().out.startswith("exit-3: Unknown\n")


@pytest.mark.parametrize("arguments", [("NOT_OPTIMAL",), ("not-optimal",), ("claim", "refuted"), ("claim refuted",)])
def test_a_verdict_is_explained_as_in_json_and_as_in_text(arguments: tuple[str, ...], capsys: Reader) -> None:
    assert exit_code(["explain", *arguments, "--json"]) == 0
    found = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert "NOT_OPTIMAL" in {each["id"] for each in found}
    assert all(each["text"].endswith("Exit code 1.") for each in found)


def test_several_words_are_explained_in_turn(capsys: Reader) -> None:
    assert exit_code(["explain", "T1", "2"]) == 0
    assert re.findall(r"^(\w[\w-]*): ", capsys.readouterr().out, re.MULTILINE)[0] == "T1"


def test_an_unknown_word_is_wrong_use_with_near_matches(capsys: Reader) -> None:
    assert exit_code(["explain", "OPTIMUM"]) == Exit.USAGE
    assert "Did you mean 'OPTIMAL' or 'NOT_OPTIMAL'" in capsys.readouterr().err
    assert near_matches("clam refuted")[0] == "claim refuted"


@pytest.mark.parametrize("rule", RULES)
def test_every_rule_has_a_text(rule: str) -> None:
    text = rule_text(rule)
    assert text and "](" not in text and "\n### " not in text


def test_the_symbols_of_a_rule_are_explained_below_it() -> None:
    [explained] = explain._explanations("M4")
    symbols = dict(line.split(maxsplit=1) for line in explained.text.partition("Symbols:\n")[2].splitlines())
    assert {*symbols} == {"P"}
    assert [
        each for rule in ("F15", "R3", "T1", "J2") for each in explain._explanations(rule) if "Symbols:" in each.text
    ] == []


def test_every_verdict_and_exit_code_has_a_text() -> None:
    for word in [*words(), *(entry.value for _, entry in entries())]:
        assert explain._explanations(word), word


def test_a_wheel_has_the_pages_beside_the_code(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As in a wheel: the pages stand in the package, and there is no clone around it."""
    package = tmp_path / "cli" / "sokocli"
    (package / "pages").mkdir(parents=True)
    for name in PAGES:
        (package / "pages" / name).write_text(page_text(name), encoding="utf-8")
    monkeypatch.setattr(rule_pages, "__file__", str(package / "rule_pages.py"))
    assert rule_text("L5").startswith("Let C")


def test_a_message_names_explain_instead_of_a_page(capsys: Reader) -> None:
    assert exit_code(["solve", "tests/golden/input/malformed.xsb"]) == 4
    said = capsys.readouterr().err
    assert "sokospec explain L1 L3 L5" in said and "docs/" not in said


def test_no_text_of_a_command_names_a_page_that_a_wheel_lacks() -> None:
    from sokocli.main import COMMANDS, main

    context = main.make_context("sokospec", ["--version"], resilient_parsing=True)
    for name in COMMANDS:
        command = main.get_command(context, name)
        assert command is not None
        texts = [command.help or "", *(getattr(each, "help", None) or "" for each in command.params)]
        assert [text for text in texts if "docs/" in text or ".md" in text] == [], name


def test_the_program_explains(tmp_path: Path) -> None:
    done = sokospec("explain", "exit-0")
    assert done.returncode == 0 and done.stdout.startswith(b"exit-0: Yes\n") and (ROOT / "docs").is_dir()
