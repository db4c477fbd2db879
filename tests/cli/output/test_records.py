"""Every record that a command prints or reads obeys its published schema, and the schemas hold nothing else."""

from __future__ import annotations

import json
import shlex
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import chdir, redirect_stderr, redirect_stdout
from dataclasses import replace
from io import StringIO
from pathlib import Path

import click
import pytest
from jsonschema import Draft202012Validator

from cli import schemas
from cli.running import ROOT, WAREHOUSE
from sokocheck.application.input_levels import FileLevel
from sokocheck.batch.policy_task import PolicyTask
from sokocheck.batch.task import Task
from sokocheck.checkers.all_checkers import ALL, common_finding
from sokocheck.checkers.verdicts import Finding
from sokocheck.engines.all_engines import Choice
from sokocheck.optima.play_task import PlayTask
from sokocheck.suites import tie
from sokocheck.suites.all_suites import SUITES, Slot
from sokocli.inputs import Request
from sokocli.main import exit_code, main
from sokocli.verify import _record
from sokodead.audit.programs import read_answer, read_value_answer
from sokodead.audit.replies import CallFailed
from sokospec import Level
from sokospec.answer import EXACT, Objective, Verdict
from sokospec.board import Board
from sokospec.formats import Reading, entry_of, read
from sokospec.limits import Limits

REFERENCE = "--engine reference"
MALFORMED = "tests/golden/input/malformed.xsb"
COMMANDS = f"""\
solve {WAREHOUSE} {MALFORMED} {REFERENCE}
solve {WAREHOUSE} --level 4 --explain {REFERENCE}
check {WAREHOUSE} --solutions examples/claims.jsonl {REFERENCE}
check tests/golden/input/bad-solutions.xsb --lenient
check {WAREHOUSE} --records examples/warehouse.optima.tsv
improve {WAREHOUSE}
improve tests/golden/input/bad-solutions.xsb
deadlocks {WAREHOUSE} --level 4
normalize {WAREHOUSE} --steps trim
normalize {WAREHOUSE} --near-duplicates --threshold 0.5
perft {WAREHOUSE} --depth 2
crosscheck {WAREHOUSE} --level 2 --claims pushes --solver "echo drrruulDrdL {{level}}" {REFERENCE}
audit sokodead.corner:corner --states {WAREHOUSE}
audit examples.flat_wall:at_a_wall --no-corpus --levels 3
audit --heuristic examples.my_heuristic:nearest_goals --no-corpus --levels 3 --seed 1
audit --heuristic examples.my_heuristic:nearest_goals --objective moves --states {WAREHOUSE}
audit --heuristic examples.my_heuristic:greedy_matching --consistent --levels 3
conformance '{sys.executable} examples/rules_engine.py' --rules B2
exercise 1.1
exercise 1.1 dR
exercise 1.1 dRurD
explain L5 UNKNOWN exit-3
explain
generate --list
generate rooms --rooms 1 --solution
generate random --height 3 --width 4 --boxes 1 --solution {REFERENCE}
generate random --height 3 --width 6 --boxes 2 --unsolvable --seed 2 {REFERENCE}
generate suite --list
generate suite tie --out FOLDER
generate suite --check FOLDER
hardest --squares 4 --jobs 1
savitch {WAREHOUSE} --horizon 2 --level 1
savitch {MALFORMED}
prove --list
prove fibonacci-squares
reconstruct 2r3R
reduce qbf FORMULA --solution
reduce lba MACHINE --word 0 --direct --solution --map MAP
reduce ncl GRAPH
warmup
batch {WAREHOUSE} {MALFORMED} COPY --out RESULTS --jobs 1 {REFERENCE}
policy {WAREHOUSE} {MALFORMED} --out TABLES --jobs 1 --objective pushes-moves
dataset {WAREHOUSE} {MALFORMED} --out PLAYS --jobs 1
report ONE OTHER
report SCORED --suite FOLDER
verify CERTIFICATE
verify CERTIFICATE --fast
"""
SUITE = ("FOLDER", "SCORED")
"""A suite of one level, and the record of a wrong answer to it."""
WITH_LIMIT = ("audit", "audit_heuristic", "check", "crosscheck", "dataset", "deadlocks", "normalize", "perft", "policy")
"""The commands that print a record of another kind where a limit was reached before they began with a level."""

WRITTEN = (
    "FORMULA",
    "MACHINE",
    "GRAPH",
    "MAP",
    "COPY",
    "RESULTS",
    "TABLES",
    "PLAYS",
    "ONE",
    "OTHER",
    "CERTIFICATE",
    *SUITE,
)
"""Files that commands are given, and a folder."""

READ = (
    "audit_answer",
    "audit_heuristic_answer",
    "audit_request",
    "claim",
    "manifest",
    "map",
    "policy_table",
    "dataset_table",
)
"""The schemas of what commands read, or write to a file or another program."""
LEVEL = Level.parse("#####\n#@$.#\n#####")

Records = dict[str, list[object]]


@pytest.fixture(scope="module")
def printed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Records]:
    """Return what all the commands print with --json, by the name of the schema."""
    with pytest.MonkeyPatch.context() as monkeypatch:
        yield all_records(tmp_path_factory.mktemp("records"), monkeypatch)


def all_records(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Records:
    names = {name: str(folder / name) for name in WRITTEN}
    solved = [outputs("solve", WAREHOUSE, "--level", "2", *shlex.split(REFERENCE), "--json") for _ in range(2)]
    lie = {"moves": 9, "pushes": 4, "lurd": "rRurDrdLL", "lower_bound": 4}
    for name, text in {
        "FORMULA": "exists x. (x)",
        "MACHINE": "states: a yes\nalphabet: 0\nstart: a\naccept: yes\na 0 -> yes 0 S",
        "GRAPH": "vertex p free\nvertex q free\nedge a 2 p q\ntarget a",
        "COPY": turned(Path(ROOT, WAREHOUSE).read_text(encoding="utf-8")),
        "ONE": solved[0],
        "SCORED": json.dumps(json.loads(solved[0]) | {"file": "levels.xsb", "level": 1, "lurd": "r"}) + "\n",
        "OTHER": json.dumps(json.loads(solved[1]) | lie) + "\n",
    }.items():
        Path(names[name]).write_text(text, encoding="utf-8")
    outputs("solve", WAREHOUSE, "--level", "1", "--certificate", names["CERTIFICATE"], *shlex.split(REFERENCE))
    found: Records = defaultdict(list)
    level = read(ROOT / WAREHOUSE)[1]
    small = replace(SUITES["tie"], slots=(Slot("5 x 5", 1),), attempt=lambda _rng, _slot: tie.entry_of(level))
    monkeypatch.setattr("sokocli.generate_suite.SUITES", {"tie": small})
    monkeypatch.setattr("sokosolve.cache_folder.remove_older", lambda folder, current: ["an-older-version.o"])
    for line in COMMANDS.splitlines():
        words = [names.get(word, word) for word in shlex.split(line)]
        name = schemas.name_of(words)
        found[name] += [json.loads(each) for each in outputs(*words, "--json").splitlines()]
        assert found[name], line
    schemas.check("map", json.loads(Path(names["MAP"]).read_text(encoding="utf-8")))
    schemas.check("manifest", json.loads(Path(names["FOLDER"], "manifest.json").read_text(encoding="utf-8")))
    found["batch"] = [json.loads(line) for line in Path(names["RESULTS"]).read_text(encoding="utf-8").splitlines()]
    return found


def outputs(*words: str) -> str:
    """Run a command in this process and return what it prints on stdout."""
    said = StringIO()
    with redirect_stdout(said), redirect_stderr(StringIO()), chdir(ROOT):
        exit_code(list(words))
    return said.getvalue()


def turned(text: str) -> str:
    """Return a file's first level, upside down: it is equivalent to the level, and not the same."""
    return "\n".join(reversed(text.split("\n\n")[1].split("\n")[:-1])) + "\n"


def of_limits() -> object:
    """Return the record that tells of a limit reached in reading."""
    said = StringIO()
    with redirect_stdout(said), redirect_stderr(StringIO()):
        found = FileLevel("levels.xsb", entry_of(LEVEL))
        Request((), None, Limits(), Reading(), as_json=True).limit_teller([])(found, Verdict.LIMIT_TIME)
    return json.loads(said.getvalue())


def of_all_checkers() -> object:
    """Return the record of a certificate about which all checkers were asked."""
    accepted = Finding("ACCEPTED", "unsolvable", facts=1, states=0)
    return _record(
        "x.cert", common_finding(dict.fromkeys(("reference", "fast", "proved"), accepted)), ALL, time.monotonic()
    )


@pytest.mark.parametrize("name", schemas.NAMES)
def test_each_schema_is_one_and_says_for_what(name: str) -> None:
    schema = schemas.schema(name)
    Draft202012Validator.check_schema(schema)
    assert schema["$id"] == f"urn:sokospec:record:{name}" and " " in schema["title"]
    page = ROOT / "docs" / "reference" / "json_records.md"
    assert f"[{name}](../schemas/{name}.json)" in page.read_text(encoding="utf-8")


def test_each_command_that_prints_records_has_a_schema_and_an_example_here() -> None:
    context = click.Context(main)
    with_json = {
        name
        for name in main.list_commands(context)
        for command in [main.get_command(context, name)]
        for each in [command, *getattr(command, "commands", {}).values()]
        if any("--json" in option.opts for option in each.params)
    }
    assert {schemas.SCHEMA_OF.get(name, name) for name in with_json} <= set(schemas.NAMES)
    assert with_json == {line.split()[0] for line in COMMANDS.splitlines()}


@pytest.mark.parametrize("name", schemas.NAMES)
def test_a_schema_that_names_objectives_names_all_of_them_in_their_order(name: str) -> None:
    for values in schemas.enumerations(schemas.schema(name)):
        if Objective.PUSHES_MOVES in values:
            assert [value for value in values if value in list(EXACT)] == list(EXACT)


def test_every_record_obeys_its_schema_to_the_letter(printed: Records) -> None:
    for name, records in printed.items():
        for record in records:
            schemas.check(name, record)
    for name in WITH_LIMIT:
        schemas.check(name, of_limits())


def test_every_key_of_a_schema_is_in_some_record(printed: Records) -> None:
    """Of all schemas at once: the records take seconds to make."""
    task = Task("levels.xsb", 1, "", LEVEL, "pushes", Choice("reference"), None, None)
    rare: Records = {name: [of_limits()] for name in WITH_LIMIT}
    rare["batch"] = [task.failure(Verdict.FAILED, "a worker died")]
    policy = PolicyTask("levels.xsb", 1, "", LEVEL, "pushes", Choice("reference"), None, None)
    rare["policy"] = [of_limits(), policy.failure(Verdict.FAILED, "a worker died")]
    plays = PlayTask("levels.xsb", 1, "", LEVEL, "all", Choice("fast"), None, None)
    rare["dataset"] = [of_limits(), plays.failure(Verdict.FAILED, "a worker died")]
    rare["verify"] = [of_all_checkers()]
    for name in sorted(set(schemas.NAMES) - set(READ)):
        listed = set(schemas.keys_of_schema(schemas.schema(name), schemas.schema(name)))
        assert listed == schemas.keys_of_records([*printed[name], *rare.get(name, [])], listed), name


CLAIMS = [
    {"level": 1, "lurd": "R"},
    {"level": 1, "lurd": "R", "claim": None, "note": "more keys are allowed"},
    {"level": 1, "lurd": "2R", "claim": "pushes-moves"},
    {"level": 1, "lurd": None, "claim": "unsolvable"},
    {"level": 1, "claim": "unsolvable"},
    {"level": 1, "lurd": None},
    {"level": 1, "lurd": None, "claim": "moves"},
    {"level": 1},
    {"lurd": "R"},
    {"level": 0, "lurd": "R"},
    {"level": "1", "lurd": "R"},
    {"level": True, "lurd": "R"},
    {"level": 1, "lurd": 7},
    {"level": 1, "lurd": "R", "claim": "any"},
    {"level": 1, "lurd": "R", "file": 3},
    [],
]


@pytest.mark.parametrize("claim", CLAIMS, ids=json.dumps)
def test_the_schema_of_claims_allows_what_check_reads(claim: object, tmp_path: Path) -> None:
    levels, claims = tmp_path / "levels.xsb", tmp_path / "claims.jsonl"
    levels.write_text(str(LEVEL), encoding="utf-8")
    claims.write_text(json.dumps({"level": 1, "lurd": "R"}) + "\n" + json.dumps(claim) + "\n", encoding="utf-8")
    said = StringIO()
    with redirect_stdout(StringIO()), redirect_stderr(said):
        code = exit_code(["check", str(levels), "--solutions", str(claims), "--engine", "reference"])
    assert ("[J1]" in said.getvalue()) is (code == 4)
    assert schemas.allows("claim", claim) is (code != 4)


ANSWERS = [
    {"id": 1, "dead": True},
    {"id": 1, "dead": False, "evidence": None, "note": "more keys are allowed"},
    {"id": 1, "dead": True, "evidence": ["patterns 1 : 1", "6 @ 5"]},
    {"id": 1, "dead": 1},
    {"id": 1},
    {"dead": True},
    {"id": "1", "dead": True},
    None,
]


def can_read(read_line: Callable[[bytes, int, Board], object], answer: object) -> bool:
    """Say whether `audit` takes an answer of a program."""
    try:
        read_line(json.dumps(answer).encode(), 1, LEVEL.board)
    except CallFailed:
        return False
    return True


@pytest.mark.parametrize("answer", ANSWERS, ids=json.dumps)
def test_the_schema_of_a_detector_s_answers_allows_what_audit_reads(answer: object) -> None:
    assert schemas.allows("audit_answer", answer) is can_read(read_answer, answer)


VALUES = [
    {"id": 1, "value": 7},
    {"id": 1, "value": -0.5, "note": "more keys are allowed"},
    {"id": 1, "value": "infinity"},
    {"id": 1, "value": "inf"},
    {"id": 1, "value": True},
    {"id": 1, "value": None},
    {"id": 1},
    {"value": 1},
    None,
]


@pytest.mark.parametrize("answer", VALUES, ids=json.dumps)
def test_the_schema_of_a_heuristic_s_answers_allows_what_audit_reads(answer: object) -> None:
    assert schemas.allows("audit_heuristic_answer", answer) is can_read(read_value_answer, answer)


def test_the_requests_of_audit_obey_their_schema(tmp_path: Path) -> None:
    program = tmp_path / "detector.py"
    program.write_text(
        "import sys\n"
        "for line in sys.stdin:\n"
        f"    open({str(tmp_path / 'asked')!r}, 'a').write(line)\n"
        "    print(line.split(',')[0] + ', \"dead\": false}', flush=True)\n",
        encoding="utf-8",
    )
    detector = f"cmd:{sys.executable} -S {program}"
    outputs("audit", detector, "--levels", "2", "--no-corpus", "--squares", "4", "--boxes", "1")
    asked = (tmp_path / "asked").read_text(encoding="utf-8").splitlines()
    for line in asked:
        schemas.check("audit_request", json.loads(line))
    assert asked
