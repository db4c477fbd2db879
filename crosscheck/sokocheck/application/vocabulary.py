"""Vocabulary of verdicts: for each result of a command its JSON value, the words printed, exit code and meaning.

`docs/reference/verdicts.md` is generated from this table (`python -m tools.pages.verdicts`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import IntEnum, StrEnum


class Exit(IntEnum):
    """Exit codes of the contract."""

    YES = 0
    NO = 1
    USAGE = 2
    UNKNOWN = 3
    MALFORMED = 4
    INTERNAL = 5


EXIT_MEANINGS = {
    Exit.YES: "Yes: solved, or every claim holds.",
    Exit.NO: "No: unsolvable, or a solution, claim or certificate is wrong.",
    Exit.USAGE: "Usage: the command line is wrong, and nothing was done.",
    Exit.UNKNOWN: "Unknown: a limit left the question open, the run was interrupted, or the reader of the output, such "
    "as `head`, ended early.",
    Exit.MALFORMED: "Malformed input, or an input that cannot be read.",
    Exit.INTERNAL: "Internal error, or the results could not be written.",
}
SEVERAL = "With several levels the largest exit code wins, except that 1 outranks 3."


class Kind(StrEnum):
    """Commands that share a list of verdicts, by the question that they answer."""

    SEARCH = "search"
    CLAIM = "claim"
    PROGRAM = "program"
    IMPROVEMENT = "improvement"
    CERTIFICATE = "certificate"
    SUITE = "suite"
    DETECTOR = "detector"
    ENGINE = "engine"
    THEOREM = "theorem"
    EXERCISE = "exercise"


COMMANDS = {
    Kind.SEARCH: ("solve", "batch", "policy", "dataset", "savitch"),
    Kind.CLAIM: ("check",),
    Kind.PROGRAM: ("crosscheck",),
    Kind.IMPROVEMENT: ("improve",),
    Kind.CERTIFICATE: ("verify",),
    Kind.SUITE: ("generate suite --check",),
    Kind.DETECTOR: ("audit",),
    Kind.ENGINE: ("conformance",),
    Kind.THEOREM: ("prove",),
    Kind.EXERCISE: ("exercise",),
}


@dataclass(frozen=True, slots=True)
class Entry:
    """One verdict, with its words for one and for several results.

    `other_code` is the exit code in the second case that `meaning` describes.
    """

    value: str
    text: str
    code: Exit
    meaning: str
    several: str = ""
    other_code: Exit | None = None

    @property
    def codes(self) -> str:
        return f"{self.code:d}" if self.other_code is None else f"{self.code:d} or {self.other_code:d}"

    def count(self, number: int) -> str:
        """Return how a summary counts results with this verdict.

        >>> entry_of(Kind.CLAIM, "OPTIMAL").count(2)
        '2 claims confirmed'
        """
        return f"{number:,} {self.text if number == 1 or not self.several else self.several}"


INTERRUPTED = Entry(
    "interrupted: true",
    "interrupted",
    Exit.UNKNOWN,
    "Ctrl-C ended the search. A record has the bound proved so far, and the verdict of a limit.",
)
_CONFIRMED, _CONFIRMED_CLAIMS = "claim confirmed", "claims confirmed"
_REFUTED, _REFUTED_CLAIMS = "claim refuted", "claims refuted"
_UNDECIDED = "undecided"
_NO_ANSWER, _NO_ANSWERS = "no answer", "without an answer"
HORIZON = Entry(
    "LIMIT_TIME",
    "horizon reached",
    Exit.UNKNOWN,
    "`savitch`: no solution has at most `--horizon` pushes (or moves, by `--metric`). A longer one may exist.",
)
_MALFORMED = Entry(
    "UNKNOWN", "malformed level", Exit.MALFORMED, "The board breaks a rule of levels.", "malformed levels"
)

VERDICTS: Mapping[Kind, Mapping[str, Entry]] = {
    Kind.SEARCH: {
        "OPTIMAL": Entry("OPTIMAL", "optimal", Exit.YES, "A solution, and no solution costs less for the objective."),
        "SOLVED": Entry("SOLVED", "solved", Exit.YES, "A solution, replayed. A cheaper one may exist."),
        "UNSOLVABLE": Entry("UNSOLVABLE", "unsolvable", Exit.NO, "The search proved that the level has no solution."),
        "LIMIT_TIME": Entry(
            "LIMIT_TIME",
            "time limit reached",
            Exit.UNKNOWN,
            "A time limit ended the search. `lower_bound` is proved.",
        ),
        "LIMIT_MEMORY": Entry(
            "LIMIT_MEMORY",
            "memory limit reached",
            Exit.UNKNOWN,
            "`--memory-limit` ended the search, or the system had no more memory.",
        ),
        "INVALID_INPUT": Entry(
            "INVALID_INPUT",
            "malformed level",
            Exit.MALFORMED,
            "The board breaks a rule of levels; `defects` names each rule and its place.",
            "malformed levels",
        ),
        "FAILED": Entry(
            "FAILED",
            "search failed",
            Exit.UNKNOWN,
            "In `batch`, `policy` and `dataset`: the worker process died (3), or an internal error ended the search "
            "(5).",
            "searches failed",
            Exit.INTERNAL,
        ),
        "horizon": HORIZON,
        "interrupted": INTERRUPTED,
    },
    Kind.CLAIM: {
        "VALID": Entry("VALID", "valid", Exit.YES, "The solution solves the level. Nothing else was claimed."),
        "OPTIMAL": Entry(
            "OPTIMAL",
            _CONFIRMED,
            Exit.YES,
            "The solution solves the level, and no solution costs less for the claimed objective.",
            _CONFIRMED_CLAIMS,
        ),
        "unsolvable VALID": Entry(
            "VALID", _CONFIRMED, Exit.YES, "The claim was `unsolvable`, and the level is.", _CONFIRMED_CLAIMS
        ),
        "INVALID": Entry(
            "INVALID",
            "invalid",
            Exit.NO,
            "The solution does not solve the level. The text counts steps from 1; the key `at`, the index of the first "
            "wrong one, from 0.",
        ),
        "unsolvable INVALID": Entry(
            "INVALID",
            _REFUTED,
            Exit.NO,
            "The claim was `unsolvable`, but the level has a solution.",
            _REFUTED_CLAIMS,
        ),
        "NOT_OPTIMAL": Entry(
            "NOT_OPTIMAL",
            _REFUTED,
            Exit.NO,
            "The solution costs more than `optimum`, the least cost for the claimed objective.",
            _REFUTED_CLAIMS,
        ),
        "BETTER": Entry(
            "BETTER",
            "records refuted",
            Exit.NO,
            "With `--records`: the solution costs less than the recorded optimum or bound, which is wrong.",
        ),
        "UNKNOWN": Entry(
            "UNKNOWN",
            _UNDECIDED,
            Exit.UNKNOWN,
            "A limit was reached, or the records do not settle the claim. Or the notation of the solution is "
            "ambiguous (`sokospec explain F33`), or its label may name the wrong level (`sokospec explain J3`).",
        ),
        "NO_ANSWER": Entry(
            "NO_ANSWER",
            _NO_ANSWER,
            Exit.UNKNOWN,
            "The record, label or heading has no solution.",
            _NO_ANSWERS,
        ),
        "MALFORMED": _MALFORMED,
    },
    Kind.PROGRAM: {
        "solution HOLDS": Entry("HOLDS", "valid", Exit.YES, "The solution solves the level. Nothing else was claimed."),
        "HOLDS": Entry(
            "HOLDS",
            _CONFIRMED,
            Exit.YES,
            "The solution is optimal as claimed, or the level is unsolvable as claimed.",
            _CONFIRMED_CLAIMS,
        ),
        "solution REFUTED": Entry("REFUTED", "invalid", Exit.NO, "The solution does not solve the level."),
        "REFUTED": Entry(
            "REFUTED",
            _REFUTED,
            Exit.NO,
            "The solution is not optimal, or a level called unsolvable has a solution.",
            _REFUTED_CLAIMS,
        ),
        "UNKNOWN": Entry("UNKNOWN", _UNDECIDED, Exit.UNKNOWN, "A limit was reached before the claim was settled."),
        "NO_ANSWER": Entry(
            "NO_ANSWER", _NO_ANSWER, Exit.UNKNOWN, "The program printed neither a solution nor a claim.", _NO_ANSWERS
        ),
    },
    Kind.IMPROVEMENT: {
        "OPTIMAL": Entry("OPTIMAL", "optimal", Exit.YES, "The result is proved to cost the least for the objective."),
        "VALID": Entry("VALID", "valid", Exit.YES, "The result is a solution. A cheaper one may exist."),
        "INVALID": Entry("INVALID", "invalid", Exit.NO, "The given solution does not solve the level."),
        "UNKNOWN": Entry("UNKNOWN", _UNDECIDED, Exit.UNKNOWN, "A limit was reached before the solution was replayed."),
        "NO_ANSWER": Entry("NO_ANSWER", _NO_ANSWER, Exit.UNKNOWN, "The heading of a solution has no steps below it."),
        "MALFORMED": _MALFORMED,
    },
    Kind.CERTIFICATE: {
        "ACCEPTED": Entry("ACCEPTED", "certificate accepted", Exit.YES, "The certificate proves its claim."),
        "REJECTED": Entry(
            "REJECTED",
            "certificate rejected",
            Exit.NO,
            "The certificate does not prove its claim, which may still be true. `line` and `reason` say where it "
            "fails.",
        ),
        "NOT_COVERED": Entry(
            "NOT_COVERED",
            "not covered",
            Exit.UNKNOWN,
            "With `--proved` or `--all`: the proved checker does not know the claim or fact in `kind`.",
        ),
        "UNKNOWN": Entry(
            "UNKNOWN", _UNDECIDED, Exit.UNKNOWN, "A limit was reached, or the checker ended without a verdict."
        ),
        "DISAGREED": Entry(
            "DISAGREED",
            "checkers disagree",
            Exit.INTERNAL,
            "With `--all`: one checker accepts what another rejects. Please report it, with the file that the message "
            "names.",
        ),
    },
    Kind.SUITE: {
        "ACCEPTED": Entry(
            "ACCEPTED",
            "level confirmed",
            Exit.YES,
            "Level, manifest and certificates agree; unproved answers are named.",
        ),
        "REJECTED": Entry("REJECTED", "level refuted", Exit.NO, "Level, manifest and certificates disagree."),
        "UNKNOWN": Entry("UNKNOWN", _UNDECIDED, Exit.UNKNOWN, "A limit was reached, or the check was interrupted."),
    },
    Kind.DETECTOR: {
        "NOT_REFUTED": Entry(
            "NOT_REFUTED",
            "no counterexample found",
            Exit.YES,
            "Every flag that was tested is right; no value of the heuristic is above the optimum. Exit code 3 if "
            "something was left untested.",
            other_code=Exit.UNKNOWN,
        ),
        "REFUTED": Entry(
            "REFUTED",
            "detector refuted",
            Exit.NO,
            "The detector flagged a state that has a solution, or gave evidence that proves nothing. "
            "`heuristic refuted`: a value is above the optimum.",
        ),
        "NOT_TESTED": Entry(
            "NOT_TESTED",
            "not tested",
            Exit.UNKNOWN,
            "The detector flagged no state, or the heuristic never exceeded 0.",
        ),
    },
    Kind.ENGINE: {
        "PASSED": Entry("PASSED", "passed", Exit.YES, "Every expected field was answered, and is right."),
        "PARTLY": Entry("PARTLY", "partly passed", Exit.YES, "No answer is wrong, but some fields were not answered."),
        "FAILED": Entry("FAILED", "wrong answer", Exit.NO, "A field of the answer is wrong.", "wrong answers"),
        "NO_ANSWER": Entry(
            "NO_ANSWER",
            _NO_ANSWER,
            Exit.UNKNOWN,
            "The engine ended, was too slow, or printed something else.",
            _NO_ANSWERS,
        ),
        "SKIPPED": Entry("SKIPPED", "skipped", Exit.YES, "The engine answered `null`, or none of the expected fields."),
    },
    Kind.THEOREM: {
        "PROVED": Entry("PROVED", "proved", Exit.YES, "Every step of the proof holds."),
        "REFUTED": Entry("REFUTED", "refuted", Exit.NO, "A step of the proof does not hold."),
        "UNKNOWN": Entry("UNKNOWN", _UNDECIDED, Exit.UNKNOWN, "A step was not decided within the prover's limits."),
    },
    Kind.EXERCISE: {
        "right: true": Entry("right: true", "right", Exit.YES, "The answer is right."),
        "right: false": Entry("right: false", "not right", Exit.NO, "The answer is wrong; `reason` says why."),
        "right: null": Entry("right: null", "not checked", Exit.UNKNOWN, "The check of the answer reached a limit."),
    },
}


def entry_of(kind: Kind, value: str, about: str = "") -> Entry:
    """Return the entry of a verdict, where needed of one `about` the claim "unsolvable" or a mere "solution"."""
    table = VERDICTS[kind]
    return table.get(f"{about} {value}", table[value])


def code_of(verdict: str) -> Exit:
    """Return the exit code for the verdict of a search."""
    return VERDICTS[Kind.SEARCH][verdict].code


def text_of(value: str) -> str:
    """Return the words for a verdict in a record; an unknown value stands for itself.

    >>> text_of("LIMIT_TIME"), text_of("CRASHED")
    ('time limit reached', 'CRASHED')
    """
    entry = VERDICTS[Kind.SEARCH].get(value)
    return value if entry is None else entry.text


def counts_text(counts: Mapping[str, int]) -> str:
    """Return how often searches gave each verdict.

    >>> counts_text({"OPTIMAL": 3, "INVALID_INPUT": 2})
    '3 optimal, 2 malformed levels'
    """
    table = VERDICTS[Kind.SEARCH]
    return ", ".join(
        table[value].count(number) if value in table else f"{number:,} {value}" for value, number in counts.items()
    )


def count_entries(entries: Iterable[Entry]) -> str:
    """Return how often each verdict was given, in order of appearance, equal words together."""
    counts: dict[str, int] = {}
    first: dict[str, Entry] = {}
    for entry in entries:
        first.setdefault(entry.text, entry)
        counts[entry.text] = counts.get(entry.text, 0) + 1
    return ", ".join(first[text].count(number) for text, number in counts.items())


def entries() -> Iterator[tuple[Kind, Entry]]:
    """Yield every verdict with its kind, in the order of the table."""
    for kind, table in VERDICTS.items():
        for entry in table.values():
            yield kind, entry
