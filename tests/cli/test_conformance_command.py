"""`sokospec conformance` keeps the contract: keys, exit codes, wrong engines found, programs that misbehave borne."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import cast

import pytest

from cli.running import ROOT, on_a_terminal, records, sokospec
from sokocli.conformance import read_answer
from sokodead.audit.replies import CallFailed
from sokospec.conformance import FILES, load

KEYS = ("case", "rule", "expected", "answered", "verdict")
ENGINE = f"{sys.executable} tests/mutants/engine/program.py"
EXAMPLE = f"{sys.executable} examples/rules_engine.py"
LOOP = "import json, os, sys, time\nfor request in map(json.loads, sys.stdin):\n    "


def engine(tmp_path: Path, body: str) -> str:
    """Return the command of a program that does something for each request."""
    path = tmp_path / "engine.py"
    path.write_text(LOOP + body, encoding="utf-8")
    return f"{sys.executable} '{path}'"


def test_the_engine_that_was_written_from_the_rules_alone_passes() -> None:
    rules = sorted({rule for case in load("rules") for rule in case.rules if rule[0] in "BSLWTNAPUM"})
    done = sokospec("conformance", ENGINE, "--json", "--rules", *rules)
    found = records(done)
    assert done.returncode == 0 and done.stderr == b""
    assert all(tuple(record)[: len(KEYS)] == KEYS for record in found)
    assert {rule for record in found for rule in cast(list[str], record["rules"])} >= set(rules)
    of_the_rules = [record["verdict"] for record in found if record["file"] == "rules"]
    assert len(of_the_rules) > 200 and set(of_the_rules) == {"PASSED"}
    assert {record["verdict"] for record in found} == {"PASSED", "SKIPPED"}, "it reads no files"


def test_what_two_cases_ask_is_asked_once_and_all_else_is_asked() -> None:
    found = records(
        sokospec("conformance", f"{sys.executable} -c 'for _ in open(0): print(\"null\", flush=True)'", "--json")
    )
    asked = {json.dumps([record["kind"], record["given"]], sort_keys=True) for record in found}
    cases = [case for file in FILES for case in load(file)]
    assert len(asked) == len(found) < len(cases)
    assert asked == {json.dumps([case.kind, case.given], sort_keys=True) for case in cases}


@pytest.mark.parametrize(
    ("mutant", "rule"),
    [
        ("pushes-into-walls", "T4"),
        ("case-ignored", "P2"),
        ("normalised-by-columns", "N2"),
        ("more-goals-are-fine", "L3"),
    ],
)
def test_a_wrong_engine_is_refuted_and_the_rule_named(mutant: str, rule: str) -> None:
    done = sokospec("conformance", f"{ENGINE} {mutant}", "--rules", rule, "--json")
    failed = [record for record in records(done) if record["verdict"] == "FAILED"]
    assert done.returncode == 1 and failed
    for record in failed:
        assert record["rule"] == rule and record["answered"] != record["expected"]
        assert str(record["reason"]).startswith("wrong: ")


def test_the_example_answers_part_of_the_suite_and_nothing_of_it_wrongly() -> None:
    done = sokospec("conformance", EXAMPLE, "--json")
    verdicts = {record["case"]: record["verdict"] for record in records(done)}
    assert done.returncode == 0
    assert set(verdicts.values()) == {"PASSED", "PARTLY", "SKIPPED"}
    assert verdicts["drawn-one-push"] == "PARTLY", (
        "the solutions are replayed; what the level is asked for is not known"
    )


@pytest.mark.parametrize(
    ("body", "why"),
    [
        ("sys.exit(3)", "ended without an answer"),
        ("raise ValueError('so it is')", "ValueError: so it is"),
        ("print('ready', flush=True)", "not JSON: b'ready'"),
        ("print('[1]', flush=True)", "neither an object nor null"),
        ("print('{}\\n{}', flush=True)", "more than one line"),
        ("print('{\"u\": NaN}', flush=True)", "not JSON"),
        (r"""print('{"u": "\\ud800"}', flush=True)""", "not JSON"),
        ("sys.stdout.write('x' * 3_000_000); sys.stdout.flush(); time.sleep(60)", "more than 1,048,576 bytes"),
        ("\n    while True: sys.stdout.write('{}\\n' * 10_000)", "more than one line"),
        ("time.sleep(60)", r"no answer within 0\.5 s"),
        ("os.close(0); time.sleep(60)", "it has closed its standard input"),
        ("os.close(1); time.sleep(60)", "ended without an answer"),
    ],
)
@pytest.mark.long
def test_a_program_that_gives_no_answer_is_no_verdict(tmp_path: Path, body: str, why: str) -> None:
    limit = "0.5" if "sleep" in body and "write" not in body else "20"
    command = ["conformance", engine(tmp_path, body), "--rules", "S1", "--request-limit", limit]
    done = sokospec(*command, "--json")
    found = records(done)
    assert done.returncode == 3
    assert [record["verdict"] for record in found] == ["NO_ANSWER"] * 3
    assert all(record["answered"] is None for record in found)
    assert any(re.search(why, str(record["reason"])) for record in found)
    assert "3 times in a row" in done.stderr.decode() and "were not sent to the engine" in done.stderr.decode()


def test_wrong_answers_count_for_more_than_missing_ones(tmp_path: Path) -> None:
    body = "print('{\"u\": \"T9\"}' if request['kind'] == 'steps' else 'what?', flush=True)"
    done = sokospec("conformance", engine(tmp_path, body), "--rules", "T1")
    assert done.returncode == 1
    assert b'answered  {"u": "T9"}' in done.stdout and b"not JSON: b'what?'" in done.stdout


def test_an_engine_that_fails_now_and_then_is_asked_on(tmp_path: Path) -> None:
    count = tmp_path / "count"
    body = f"open({str(count)!r}, 'a').write('x'); os.path.getsize({str(count)!r}) % 2 and sys.exit()"
    body += "; print('{}', flush=True)"
    found = records(sokospec("conformance", engine(tmp_path, body), "--rules", "S1", "--json"))
    assert [record["verdict"] for record in found[:4]] == ["NO_ANSWER", "SKIPPED"] * 2
    assert len(found) == sum("S1" in case.rules for case in load("rules"))


@pytest.mark.parametrize("answer", ["null", "{}", '{"something": 1}'])
def test_who_knows_nothing_has_not_passed(tmp_path: Path, answer: str) -> None:
    done = sokospec("conformance", engine(tmp_path, f"print({answer!r}, flush=True)"), "--rules", "U1")
    assert done.returncode == 3
    assert b"could be compared" in done.stderr


def test_true_is_not_one(tmp_path: Path) -> None:
    body = 'print(\'{"solved": 0, "at": false}\', flush=True)'
    [record, *_] = records(sokospec("conformance", engine(tmp_path, body), "--rules", "A2", "--json"))
    assert record["verdict"] == "FAILED"


@pytest.mark.parametrize(
    "arguments", [["./none"], ["''"], ["'"], [EXAMPLE, "--rules", ","], [EXAMPLE, "--rules", "t1"]]
)
def test_what_cannot_be_run_is_a_usage_error(arguments: list[str]) -> None:
    done = sokospec("conformance", *arguments)
    assert done.returncode == 2 and b"Error: " in done.stderr and done.stdout == b""


def test_an_interrupt_keeps_what_was_found_and_is_no_pass() -> None:
    code, stdout, screen = on_a_terminal("conformance", ENGINE, interrupt_at=" of 1,")
    assert code == 3 and "interrupted" in screen and "were not sent to the engine" in screen
    assert stdout.startswith(b"rule")


def test_an_answer_is_an_object_or_null() -> None:
    assert read_answer(b'{"a": [1]}') == {"a": [1]} and read_answer(b"null") is None
    for line in (b"", b"[]", b"1", b"nul", b"[" * 100_000, b"\xff", b'{"a": Infinity}'):
        with pytest.raises(CallFailed):
            read_answer(line)


def test_the_rules_with_cases_are_those_of_the_documents() -> None:
    done = sokospec("conformance", EXAMPLE, "--rules", "Q1")
    named = done.stderr.decode().partition("cases about ")[2].strip(".\n").split()
    pages = ("background/rules.md", "reference/formats.md")
    text = "".join((ROOT / "docs" / page).read_text(encoding="utf-8") for page in pages)
    assert len(named) > 50 and all(f"### {rule}." in text for rule in named)
