"""Both checkers look at their limits all the time: no part of a certificate makes them work long between two looks.

Work is counted in lines of Python: the fast checker is a copy whose kernels run in Python, and do little in one call.
"""

from __future__ import annotations

import gzip
import io
import sys
import tracemalloc
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import asdict
from functools import cache
from itertools import combinations
from random import Random
from types import FrameType
from typing import Any

import pytest

from corrupted.two_checkers import SORTS
from mutants.checker.copies import Change
from mutants.checker.fast_faults import TEXTS, copy_of
from sokospec import Level, replay
from sokospec.answer import Verdict
from sokospec.certificates import text as reference_text
from sokospec.certificates.verify import verify
from sokospec.limits import LimitReached, Limits, Meter, rss_mib
from sokoverify import verify as verify_fast
from sokoverify.verify import Checker

LEAST_WORK, LONGEST = 30_000, 15_000
"""So many lines each of the cases takes at least, and so many there are at most between two looks."""


@cache
def fast(most_work: int) -> Callable[..., Any]:
    """Return a copy of the fast checker in Python, whose kernels do so much in one call."""
    return copy_of(Change("kernel_arrays", "MOST_WORK = 3_000_000", f"MOST_WORK = {most_work}"))


def certificate(rows: Iterable[str], *lines: str, claim: str = "at-least pushes 5") -> bytes:
    """Return a certificate of the second version; `lines` are those between the level and the end."""
    level = [*rows]
    head = ["sokospec certificate 2", f"claim {claim}", f"level {len(level)} {len(level[0])}", *level]
    return "\n".join([*head, *lines, "end", ""]).encode("ascii")


def room(height: int, width: int) -> list[str]:
    """Return a room without walls, with a player in its corner and one box beside a goal."""
    rows = ["-" * width] * height
    return ["@" + rows[0][1:], *rows[1:-1], "-" * (width - 2) + "$."]


def names(squares: Iterable[int]) -> str:
    return " ".join(map(str, squares))


def many_groups() -> bytes:
    squares = [row * 9 + column for row in (1, 3) for column in (2, 4, 6)]
    groups = [squares, *combinations(squares, 2), *combinations(squares, 3)]
    listed = [f"9 : {names(group)} @ 0" for group in groups]
    return certificate(room(5, 9), "forwards", "prices 1 : 0", f"groups 2 by 1 : {len(groups)}", *listed, "start : 1")


def a_pattern_of_many_boxes() -> bytes:
    squares = [row * 13 + column for row in range(1, 8, 2) for column in range(1, 12, 2)]
    cited = names(range(1, 9))
    facts = [*(f"counting {each} : none" for each in range(1, 9)), f"patterns 9 by {cited} : 1"]
    return certificate(room(9, 13), "forwards", *facts, f"{names(squares)} @ 0", "start : 9")


def a_state_with_many_facts() -> bytes:
    rows = ["@------", "-$-$-$-", "-.-.-.-", "-------"]
    facts = [f"prices {each} : 0 0 {999 if each == 60 else 0}" for each in range(1, 61)]
    state = f"0 : 8 10 12 @ 0 : {names(range(1, 61))}"
    return certificate(rows, "forwards", *facts, state, "start", claim="at-least pushes 900")


def squares_apart() -> bytes:
    rows = [("-#" * 20)[:39], "#" * 39] * 9
    return certificate(["@$.-" + "#" * 35, "#" * 39, *rows], "forwards", "prices 1 : 0", "start : 1")


def a_long_solution() -> bytes:
    return certificate(["@-$."], "solution " + "rl" * 9000 + "rR", claim="solved")


def a_potential() -> bytes:
    heights = names([each % 2 for each in range(105)])
    prices = names(range(0, -20, -1))
    rows = ["@" + "$" * 20, "-" * 21, "-" * 21, "." * 20 + "-", "-" * 21]
    return certificate(rows, "forwards", f"potential 1 : {heights}", f"prices 2 in 1 : {prices}", "start : 2")


CASES = {
    make.__name__: make
    for make in (
        many_groups,
        a_pattern_of_many_boxes,
        a_state_with_many_facts,
        squares_apart,
        a_long_solution,
        a_potential,
    )
}


def stretches(monkeypatch: pytest.MonkeyPatch, checker: Callable[..., Any], data: bytes) -> tuple[int, int]:
    """Return how many lines a checker runs, and the most between two looks at the limits."""
    lines = [0]

    def trace(frame: FrameType, event: str, _: object) -> Any:  # as a tracing function
        name = frame.f_code.co_filename
        if not (name.startswith("fast ") or "sokospec" in name) or name.endswith("limits.py"):
            return None
        lines[-1] += event == "line"
        return trace

    with monkeypatch.context() as patch:
        patch.setattr(Meter, "expand", lambda self, bound: lines.append(0))
        before = sys.gettrace()
        sys.settrace(trace)
        try:
            checker(io.BytesIO(data))
        finally:
            sys.settrace(before)
    return sum(lines), max(lines)


@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("checker", ["fast", "reference"])
def test_no_part_of_a_certificate_takes_long_between_two_looks(
    case: str, checker: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    total, longest = stretches(monkeypatch, fast(500) if checker == "fast" else verify, CASES[case]())
    assert longest <= LONGEST and (checker == "reference" or total >= LEAST_WORK), (total, longest)


def test_a_replay_looks_at_the_limits_once_in_64_steps() -> None:
    looks: list[int] = []
    level = Level.parse("#####\n#@ .#\n# $ #\n#####")
    played = replay(level, "rl" * 320, look=lambda: looks.append(0))
    assert played.metrics.moves == 640 and len(looks) == 10 + 10  # in replaying and in measuring


@pytest.mark.parametrize("checker", ["fast", "reference"])
def test_empty_members_of_a_packed_file_are_looked_at_one_by_one(checker: str, monkeypatch: pytest.MonkeyPatch) -> None:
    looks: list[int] = []
    monkeypatch.setattr(Meter, "expand", lambda self, bound: looks.append(bound))
    data = gzip.compress(b"", mtime=0) * 3000
    assert not (verify_fast if checker == "fast" else verify)(io.BytesIO(data)).accepted
    assert len(looks) > 3000


@pytest.mark.parametrize("most_work", [1, 7, 100])
def test_what_a_checker_says_does_not_depend_on_how_much_it_does_between_two_looks(most_work: int) -> None:
    texts = [text.encode() for text in TEXTS]
    texts += [
        SORTS[sort](Random(f"9 {sort} {each}")) for sort in ("facts", "states", "potentials") for each in range(25)
    ]
    for data in texts:
        with suppress(UnicodeEncodeError):
            assert asdict(fast(most_work)(io.BytesIO(data))) == asdict(verify(io.BytesIO(data)))


def large_patterns(count: int) -> bytes:
    """Return patterns of 4,000 boxes each, which are no certificate."""
    row = names(range(2, 4_000))
    lines = [f"patterns 1 : {count}", *[f"{row} @ 1"] * count]
    return certificate(["@$." + "-" * 3_997], "forwards", *lines, "start : 1", claim="unsolvable")


def test_memory_of_facts_is_asked_for_before_it_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is taken between two looks has been asked for at the first, but for four MiB, of level and text."""
    unasked, asked = [0], [1 << 40]
    look = Checker._look

    def looking(self: Checker, wanted: int = 0) -> None:
        current, peak = tracemalloc.get_traced_memory()
        unasked.append(peak - asked[0])
        asked[0] = current + wanted
        tracemalloc.reset_peak()
        look(self, wanted)

    monkeypatch.setattr(Checker, "_look", looking)
    data = large_patterns(300)
    verify_fast(io.BytesIO(data))  # the machine code is loaded
    asked[0] = 1 << 40
    unasked.clear()
    tracemalloc.start()
    try:
        verify_fast(io.BytesIO(data))
    finally:
        tracemalloc.stop()
    assert len(unasked) > 50 and max(unasked) < 4 << 20, max(unasked)


def test_a_limit_on_memory_is_kept_without_a_guard() -> None:
    data = large_patterns(600)
    with pytest.raises(LimitReached) as reached:
        verify_fast(io.BytesIO(data), limits=Limits(mib=rss_mib() + 10))
    assert reached.value.verdict is Verdict.LIMIT_MEMORY


def test_the_reference_checker_keeps_nothing_of_a_text_that_it_has_checked() -> None:
    """Lines have up to four MiB each: kept by a cache they would stay for the life of the process."""
    line = names(range(100_000_000, 100_030_000))
    data = certificate(["@$."], "forwards", *[f"0 : 1 @ 0 : {line}"] * 3, "start")
    verify(io.BytesIO(data))
    tracemalloc.start()
    try:
        verify(io.BytesIO(data))
        held, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert held < 1 << 18
    kept = [name for name, value in vars(reference_text).items() if hasattr(value, "cache_info")]
    assert kept == []


def test_a_state_without_facts_asks_nothing_of_the_sides_of_boxes() -> None:
    """The table of sides is made for the first fact about prices or counting; an index into it would be out of it."""
    for claim, direction in (("at-least pushes 3", "forwards"), ("unsolvable", "backwards")):
        start = "0 : 25 @ 24" if direction == "forwards" else "0 : 23 @ 24"
        rows = ["#######", "#-----#", "#-----#", "#@.-$-#", "#######"]
        data = certificate(rows, direction, start, "start", claim=claim)
        assert asdict(fast(3_000_000)(io.BytesIO(data))) == asdict(verify(io.BytesIO(data)))
