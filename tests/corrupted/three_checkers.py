"""Certificates about which three checkers are asked: corrupted ones, random facts and closed sets.

`python tests/corrupted/three_checkers.py --count 1000 --seed 1` corrupts so many certificates, and draws so many of
each sort of `two_checkers`; `--sort unsolvable` takes certificates of random levels without a solution as they are,
`--sort meetings` those of provers that may leave something out where two sides meet, half of them corrupted. The
proved checker must accept what both others accept, and reject what they reject, unless it does not cover the
certificate. With `--fact counting` only lines of such facts are changed, in certificates that it
covers. Exit code 1 if there is a disagreement; then it is printed.
"""

from __future__ import annotations

import argparse
import io
import json
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random
from typing import IO

sys.path.insert(0, str(Path(__file__).parents[1]))  # so that it runs as a script

from corrupted import corrupt
from corrupted.corrupt import CHANGES, Change, corrupted, unpacked
from corrupted.samples import samples, small_level
from corrupted.two_checkers import SORTS
from mutants.checker.meetings import careless_meeting
from sokocheck.application.wrong_use import WrongUse
from sokocheck.checkers.proved_checker import find_program
from sokogen.draws import below
from sokogen.random.random_levels import FloorKind, random_level
from sokosolve.certify.certificate import solve_with_certificate
from sokospec.answer import Objective, Verdict
from sokospec.certificates.verify import verify
from sokospec.limits import Limits
from sokoverify import verify as verify_fast

STATE = re.compile(r"^[0-9]+ : [0-9 ]+ @ [0-9]+ : [0-9]", re.MULTILINE)
CLOSING = re.compile(r"^[0-9]+ : [0-9 ]+ @ [0-9]+ : [0-9 ]+ : ", re.MULTILINE)
KINDS = ("patterns", "frozen", "counting", "prices", "groups", "potential", "area", "outside", "inside")
OF_THE_PROVED = ("ACCEPTED", "REJECTED", "NOT_COVERED")
CHANGES_OF_ONE_LINE: Sequence[Change] = (
    corrupt.drop_line,
    corrupt.repeat_line,
    corrupt.insert_line_of_another,
    corrupt.replace_line_by_one_of_another,
    corrupt.off_by_one,
    corrupt.another_number,
    corrupt.drop_word,
)


class Asked:
    """The program of the proved checker, asked by JSON Lines."""

    def __init__(self, program: str) -> None:
        """Start the program."""
        self._process = subprocess.Popen([program, "--answer"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def answer(self, kind: str, given: object) -> dict[str, object] | None:
        """Return the answer to a request, None for what it does not know."""
        asked, told = self._process.stdin, self._process.stdout
        assert asked is not None and told is not None
        _send(asked, {"kind": kind, "given": given})
        answer: dict[str, object] | None = json.loads(told.readline())
        return answer

    def verdict(self, text: str) -> str:
        """Return the verdict on a certificate."""
        answer = self.answer("certificate", {"text": text})
        return "NOT_COVERED" if answer is None else str(answer["verdict"])

    def close(self) -> None:
        """End the program."""
        self._process.communicate()


def _send(asked: IO[bytes], request: object) -> None:
    asked.write(json.dumps(request).encode("ascii") + b"\n")
    asked.flush()


@contextmanager
def asking() -> Iterator[Asked]:
    """Run the program for the block. Raises `WrongUse` if there is none."""
    asked = Asked(find_program())
    try:
        yield asked
    finally:
        asked.close()


def is_there() -> bool:
    """Say whether the program is built."""
    with suppress(WrongUse):
        return bool(find_program())
    return False


def compare(asked: Asked, data: bytes) -> tuple[str, str]:
    """Return the verdict of the two others, or `DISAGREED`, and that of the proved checker."""
    accepted = verify(io.BytesIO(data)).accepted
    both = accepted == verify_fast(io.BytesIO(data)).accepted
    verdict = "ACCEPTED" if accepted else "REJECTED"
    text = unpacked(data)
    if text[:2] == "\x1f\x8b" or (data[:2] == b"\x1f\x8b" and not accepted):
        return verdict if both else "DISAGREED", "NOT_COVERED"  # packing is outside of the proved checker
    return verdict if both else "DISAGREED", asked.verdict(text)


def run(asked: Asked, texts: Iterator[tuple[str, bytes]]) -> tuple[Counter[tuple[str, str]], list[str]]:
    """Return how often which verdicts were given, and the certificates about which the checkers disagree."""
    counts: Counter[tuple[str, str]] = Counter()
    disagreed = []
    for name, data in texts:
        others, proved = compare(asked, data)
        counts[others, proved] += 1
        if others == "DISAGREED" or (proved != "NOT_COVERED" and proved != others):
            disagreed.append(f"{name}: {others}, proved {proved}\n{unpacked(data)}")
    return counts, disagreed


def corrupted_ones(seed: int, count: int, texts: Sequence[str]) -> Iterator[tuple[str, bytes]]:
    """Yield corrupted certificates; the n-th one of a seed is always the same as that of `corrupt`."""
    for number in range(count):
        kind, data = corrupted(Random(f"{seed} {number}"), texts, CHANGES)
        yield f"{kind} {number}", data


def corrupted_facts(seed: int, count: int, texts: Sequence[str], kind: str) -> Iterator[tuple[str, bytes]]:
    """Yield certificates with one line changed, which begins a fact of the kind.

    >>> [(name, data)] = corrupted_facts(1, 1, ["forwards\ncounting 1 : 7\nend\n"], "counting")
    >>> data.count(b"\n")
    3
    """
    places = [(text, at) for text in texts for at, line in enumerate(text.split("\n")) if line.startswith(f"{kind} ")]
    others = [text.split("\n")[at] for text, at in places]
    for number in range(count):
        rng = Random(f"{seed} {kind} {number}")
        text, at = places[below(rng, len(places))]
        lines = text.split("\n")
        changed = [lines[at]]
        change = CHANGES_OF_ONE_LINE[below(rng, len(CHANGES_OF_ONE_LINE))]
        change(rng, changed, others)
        yield f"{change.__name__} {number}", "\n".join([*lines[:at], *changed, *lines[at + 1 :]]).encode("ascii")


def drawn(sort: str, seed: int, count: int) -> Iterator[tuple[str, bytes]]:
    """Yield certificates of a sort of `two_checkers`."""
    for number in range(count):
        yield f"{sort} {number}", SORTS[sort](Random(f"{seed} {sort} {number}"))


def unsolvable_levels(seed: int, count: int) -> Iterator[tuple[str, bytes]]:
    """Yield certificates of random levels without a solution that take a set of states, found forwards alone."""
    rng = Random(seed)
    number = 0
    while number < count:
        side, boxes = 5 + below(rng, 3), 3 + below(rng, 3)
        kind = [*FloorKind][below(rng, len(FloorKind))]
        level = random_level(rng, kind=kind, height=side, width=side, boxes=boxes, wall_share=0.15)
        parts: list[bytes] = []
        answer = solve_with_certificate(level, Objective.PUSHES, parts.append, Limits(cpu=5), provable=True)
        data = b"".join(parts)
        if answer.verdict is Verdict.UNSOLVABLE and STATE.search(data.decode("ascii")):
            number += 1
            yield f"unsolvable {number}", data


def meetings(seed: int, count: int) -> Iterator[tuple[str, bytes]]:
    """Yield certificates of two sides that meet, whose prover may leave something out; every other is corrupted."""
    rng = Random(f"{seed} meetings")
    number = 0
    while number < count:
        made = careless_meeting(small_level(rng), rng)
        if made is not None:
            number += 1
            data = made[0].encode("ascii") if number % 2 else corrupted(rng, [made[0]], CHANGES)[1]
            yield f"meetings {number}", data


def kinds_of(texts: Sequence[str]) -> str:
    """Return how many certificates have facts of each kind, and closing boxes, in words.

    >>> kinds_of(["prices 1 : 0\n0 : 9 @ 7 : 1 : 9\n", "prices 1 : 0\nprices 2 : 1\n"])
    'with closing: 1, prices: 2'
    """
    counts: Counter[str] = Counter()
    for text in texts:
        counts.update({kind for kind in KINDS if re.search(f"^{kind} ", text, re.MULTILINE)})
        counts["closing"] += CLOSING.search(text) is not None
    return "with " + ", ".join(f"{kind}: {count}" for kind, count in sorted(counts.items()) if count)


def main() -> int:
    """Compare the checkers, and print how often which verdicts were given."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--levels", type=int, default=300, help="random levels whose certificates are corrupted")
    parser.add_argument("--fact", metavar="KIND", help="only corrupted lines of such facts, where all is covered")
    parser.add_argument("--covered", action="store_true", help="corrupt only certificates that the proved one accepts")
    parser.add_argument("--having", metavar="REGEX", help="corrupt only certificates with a line that begins so")
    parser.add_argument(
        "--sort", choices=["corrupted", "unsolvable", "meetings", *SORTS], action="append", help="only these"
    )
    arguments = parser.parse_args()
    wrong = 0
    print("| sort | the two others | proved | certificates |\n|---|---|---|--:|")
    with asking() as asked:
        for sort in [arguments.fact] if arguments.fact else arguments.sort or ["corrupted", *SORTS]:
            if sort == "corrupted" or arguments.fact:
                originals = samples(arguments.seed, levels=arguments.levels)
                if arguments.fact or arguments.covered:
                    originals = [text for text in originals if asked.verdict(text) == "ACCEPTED"]
                if arguments.having:
                    begins = re.compile(f"^(?:{arguments.having})", re.MULTILINE)
                    originals = [text for text in originals if begins.search(text)]
                print(f"{len(originals)} originals, {kinds_of(originals)}", file=sys.stderr)
            if arguments.fact:
                texts = corrupted_facts(arguments.seed, arguments.count, originals, sort)
            elif sort == "unsolvable":
                texts = unsolvable_levels(arguments.seed, arguments.count)
            elif sort == "meetings":
                texts = meetings(arguments.seed, arguments.count)
            elif sort == "corrupted":
                texts = corrupted_ones(arguments.seed, arguments.count, originals)
            else:
                texts = drawn(sort, arguments.seed, arguments.count)
            counts, disagreed = run(asked, texts)
            for (others, proved), count in sorted(counts.items()):
                print(f"| {sort} | {others} | {proved} | {count:,} |", flush=True)
            for text in disagreed[:20]:
                print(f"\nDISAGREED, {text}")
            wrong += len(disagreed)
    print(f"\n{wrong} on which the checkers disagree")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
