"""`sokospec conformance`: test an engine on the conformance suite and the regression levels."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple, NoReturn, cast

import click

from sokocheck.application.terminal_text import warn
from sokocheck.application.vocabulary import VERDICTS as VOCABULARY
from sokocheck.application.vocabulary import Kind, entry_of
from sokocli import inputs
from sokocli.results import Exit, emit, show_work, worst
from sokodead.audit.programs import Program
from sokodead.audit.replies import CallFailed, NotCallable
from sokospec.conformance import FILES, Case, Fields, find_differences, load, requests

_VERDICTS = tuple(VOCABULARY[Kind.ENGINE])
"""The verdicts on a case, in the order of the columns."""
_IN_A_ROW = 3
"""After so many missing answers in a row the engine is not asked again."""
_WIDTHS = (8, 8, 8, 8, 11, 9)
"""Widths of the columns of counts."""
_WIDTH = 300
"""Characters of an expected and of a wrong answer in texts; `--json` has them whole."""


class _Outcome(NamedTuple):
    file: str
    case: Case
    verdict: str
    kind: str
    given: Fields
    expected: Fields
    answered: Fields | None
    reason: str | None = None


@click.command()
@click.argument("engine", metavar="COMMAND")
@click.argument("more", nargs=-1, metavar="")
@click.option(
    "--rules",
    "first",
    metavar="ID...",
    help="Only the cases about these rules, such as T1 P2. `sokospec explain T1` prints a rule.",
)
@inputs.request_limit_option
@inputs.json_option
def command(engine: str, more: tuple[str, ...], first: str | None, request_limit: float, *, as_json: bool) -> int:
    """Test a Sokoban engine on the conformance suite and the regression levels, and report rule by rule.

    COMMAND is a program with its arguments, quoted as one word: './my-engine --fast'. It reads one JSON request a line
    and answers each with one line of JSON. No shell runs it.

    Exit code 0: no answer is wrong. 1: an answer is wrong. 3: the engine failed to answer, or answered nothing that
    could be compared.
    """
    if more and first is None:
        raise click.UsageError(f"The command is one word: quote it, as in '{' '.join((engine, *more))}'.")
    rules = [] if first is None else re.findall(r"[^\s,]+", " ".join((first, *more)))
    if first is not None and not rules:
        raise click.UsageError("--rules names no rule.")
    cases = _select_cases(rules)
    outcomes: list[_Outcome] = []
    codes: list[int] = []
    try:
        with Program(engine, request_limit) as program, show_work(engine) as display:
            for outcome in _outcomes(program, cases):
                outcomes.append(outcome)
                codes.append(entry_of(Kind.ENGINE, outcome.verdict).code)
                if as_json:
                    emit(_record(outcome, rules), "", as_json=True)
                display.show(f"{engine}: {len(outcomes):,} of {len(cases):,} cases, {codes.count(Exit.NO):,} wrong")
    except NotCallable as error:
        raise click.UsageError(f"{error}.") from None
    except KeyboardInterrupt:
        warn("interrupted")
    if len(outcomes) < len(cases):
        warn(f"{len(cases) - len(outcomes):,} of {len(cases):,} cases were not sent to the engine")
        codes.append(Exit.UNKNOWN)
    elif all(outcome.verdict == "SKIPPED" for outcome in outcomes):
        warn("no answer of the engine could be compared")
        codes.append(Exit.UNKNOWN)
    if not as_json:
        emit({}, _text(outcomes, rules), as_json=False)
    return worst(codes)


def _select_cases(rules: Sequence[str]) -> list[tuple[str, Case]]:
    """Return the cases about some rules, or all, with their files; equal requests are sent once."""
    found: dict[str, tuple[str, Case]] = {}
    for file in FILES:
        for case in load(file):
            found.setdefault(json.dumps([case.kind, case.given], sort_keys=True), (file, case))
    known = {rule for _, case in found.values() for rule in case.rules}
    for rule in rules:
        if rule not in known:
            listed = " ".join(sorted(known, key=_order))
            raise click.UsageError(f"No case is about a rule {rule!r}; there are cases about {listed}.")
    return [(file, case) for file, case in found.values() if not rules or not set(rules).isdisjoint(case.rules)]


def _outcomes(program: Program, cases: Sequence[tuple[str, Case]]) -> Iterator[_Outcome]:
    """Yield the outcome of each case, up to the end or the third missing answer in a row."""
    unanswered = 0
    for file, case in cases:
        outcome = _outcome(program, file, case)
        yield outcome
        unanswered = unanswered + 1 if outcome.verdict == "NO_ANSWER" else 0
        if unanswered == _IN_A_ROW:
            warn(f"the engine gave no answer {_IN_A_ROW} times in a row; the last time: {outcome.reason}")
            return


def _outcome(program: Program, file: str, case: Case) -> _Outcome:
    first, compared, due = None, 0, 0
    for kind, given, expected in requests(case):
        first = first or _Outcome(file, case, "SKIPPED", kind, given, expected, None)
        due += len(expected)
        try:
            answered = program.answer({"kind": kind, "given": given}, read_answer)
        except CallFailed as failure:
            return _Outcome(file, case, "NO_ANSWER", kind, given, expected, None, str(failure))
        if answered is None:
            continue
        if wrong := find_differences(expected, answered):
            return _Outcome(file, case, "FAILED", kind, given, expected, answered, f"wrong: {', '.join(wrong)}")
        if not compared:
            first = _Outcome(file, case, "PARTLY", kind, given, expected, answered)
        compared += len(expected.keys() & answered.keys())
    assert first is not None, "there is something to be asked about every case"
    return first._replace(verdict="PASSED" if compared == due else "PARTLY" if compared else "SKIPPED")


def read_answer(line: bytes) -> Fields | None:
    """Return the answer in a line; raises `CallFailed` unless it is a JSON object or null.

    >>> read_answer(b'{"u": "T1"}'), read_answer(b"null")
    ({'u': 'T1'}, None)
    """
    try:
        answer = json.loads(line, parse_constant=_refuse)
        json.dumps(answer, ensure_ascii=False).encode()  # half a surrogate pair is no text
    except (ValueError, RecursionError):
        raise CallFailed(f"an answer that is not JSON: {line[:100]!r}") from None
    if answer is not None and not isinstance(answer, dict):
        raise CallFailed(f"an answer that is neither an object nor null: {line[:100]!r}")
    return cast(Fields | None, answer)


def _refuse(constant: str) -> NoReturn:
    raise ValueError(f"{constant} is not in JSON")


def _short(value: object) -> str:
    """Return a value as JSON in ASCII, cut if it is long."""
    text = json.dumps(value)
    return text if len(text) <= _WIDTH else text[:_WIDTH] + "..."


def _order(rule: str) -> tuple[str, int]:
    return rule[0], int(rule[1:])


def _record(outcome: _Outcome, rules: Sequence[str]) -> dict[str, object]:
    """Return the JSON object of a case; `rule` is its first rule, of those chosen if any."""
    case = outcome.case
    return {
        "case": case.id,
        "rule": next(rule for rule in case.rules if not rules or rule in rules),
        "expected": outcome.expected,
        "answered": outcome.answered,
        "verdict": outcome.verdict,
        "reason": outcome.reason,
        "rules": case.rules,
        "file": outcome.file,
        "kind": outcome.kind,
        "given": outcome.given,
        "kills": [kill.name for kill in case.kills],
    }


def _text(outcomes: Sequence[_Outcome], rules: Sequence[str]) -> str:
    verdicts: dict[str, list[str]] = {}
    for outcome in outcomes:
        for rule in outcome.case.rules:
            verdicts.setdefault(rule, []).append(outcome.verdict)
    rows: list[tuple[str | int, ...]] = [("rule", "cases", "passed", "partly", "wrong", "no answer", "skipped")]
    rows += [(rule, *_counts(verdicts[rule])) for rule in sorted(verdicts, key=_order) if not rules or rule in rules]
    rows.append(("all", *_counts([outcome.verdict for outcome in outcomes])))
    lines = [f"{rule:<4}" + "".join(map(str.rjust, map(str, counts), _WIDTHS)) for rule, *counts in rows]
    for outcome in outcomes:
        if outcome.verdict in ("FAILED", "NO_ANSWER"):
            lines += ["", *_wrong(outcome)]
    return "\n".join(lines)


def _counts(verdicts: Sequence[str]) -> tuple[int, ...]:
    return len(verdicts), *map(verdicts.count, _VERDICTS)


def _wrong(outcome: _Outcome) -> Iterator[str]:
    verdict = entry_of(Kind.ENGINE, outcome.verdict).text
    yield f"{verdict}: {outcome.file}: {outcome.case.id} ({' '.join(outcome.case.rules)})"
    yield f"  asked     {_short({'kind': outcome.kind, 'given': outcome.given})}"
    expected, answered = outcome.expected, outcome.answered
    if answered is None:
        yield f"  {outcome.reason}"
    else:
        wrong = find_differences(expected, answered)
        yield f"  expected  {_short({key: expected[key] for key in wrong})}"
        yield f"  answered  {_short({key: answered[key] for key in wrong})}"
    if outcome.case.kills:
        yield f"  it has exposed {', '.join(kill.name for kill in outcome.case.kills)}"
