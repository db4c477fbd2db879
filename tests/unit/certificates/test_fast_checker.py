"""The fast checker says what the reference checker says, keeps limits, and reads any text as a stream."""

from __future__ import annotations

import gzip
import io
from dataclasses import asdict
from itertools import pairwise

import numpy as np
import pytest

from mutants.checker.changes import Fickle
from sokospec import Level
from sokospec.answer import Verdict
from sokospec.certificates.verify import verify
from sokospec.limits import LimitReached, Limits, Meter, rss_mib
from sokoverify import text as fast_text
from sokoverify import verify as verify_fast
from sokoverify.facts import Read, storage_order
from sokoverify.grounds import Grounds, node
from sokoverify.head import solution_pushes
from sokoverify.kernel_arrays import SIDES
from sokoverify.pattern_order import Listed
from sokoverify.text import Refused, Text
from sokoverify.verify import Checker
from unit.certificates.test_certificates_text import (
    BACKWARDS,
    FACTS,
    OPTIMAL,
    REJECTED,
    SOLVED,
    UNSOLVABLE,
    two_numbers,
)

TEXTS = [OPTIMAL, UNSOLVABLE, BACKWARDS, SOLVED, FACTS]
LARGEST = 1 << 16


def same(data: bytes, level: Level | None = None) -> bool:
    """Say whether a certificate is accepted, by both checkers or by none."""
    one, other = verify(io.BytesIO(data), level), verify_fast(io.BytesIO(data), level)
    assert asdict(one) == asdict(other)
    return one.accepted


@pytest.mark.parametrize("text", TEXTS, ids=range(len(TEXTS)))
def test_what_is_right_is_accepted(text: str) -> None:
    assert same(text.encode())


@pytest.mark.parametrize(("text", "old", "new"), [case[:3] for case in REJECTED], ids=range(len(REJECTED)))
def test_what_is_wrong_is_rejected_at_the_same_line_and_for_the_same_reason(text: str, old: str, new: str) -> None:
    assert not same(text.replace(old, new, 1).encode())


@pytest.mark.parametrize("player", [7, 8])
def test_play_backwards_says_nothing_of_moves_wherever_the_player_stands(player: int) -> None:
    text = (
        "sokospec certificate 2\nclaim optimal moves 2\nlevel 3 6\n######\n#@-$.#\n######\nsolution rR\n"
        f"backwards\nprices back 1 : 0\n0 : 9 @ {player} : 1\nstart : 1\nend\n"
    )
    assert not same(text.encode())


def test_a_certificate_about_another_level_is_rejected() -> None:
    assert same(SOLVED.encode(), Level.parse("#####\n#@$.#\n#####"))
    assert not same(SOLVED.encode(), Level.parse("#####\n#+$ #\n#####"))


@pytest.mark.parametrize("cut", range(1, 5))
def test_packed_certificates_are_read_in_any_number_of_members_and_must_be_whole(cut: int) -> None:
    data = OPTIMAL.encode()
    pieces = [data[i:j] for i, j in pairwise([0, *range(cut, len(data), len(data) // cut + 1), len(data)])]
    packed = b"".join(map(gzip.compress, pieces))
    assert same(packed)
    for wrong in (packed[:-1], packed[:30], packed[:2], packed + b"x", packed[:40] + b"\xff\xff" + packed[42:]):
        assert not same(wrong)


@pytest.mark.parametrize("packed", [False, True])
def test_nothing_may_stand_behind_a_certificate(packed: bool) -> None:
    data = gzip.compress(OPTIMAL.encode(), mtime=0) if packed else OPTIMAL.encode()
    for behind in (b"\0", b"\0" * 100_000, b"\0\x1f\x8b", b"end\n", gzip.compress(b"\n", mtime=0), b"\x1f"):
        assert not same(data + behind)


def test_what_is_no_text_is_rejected() -> None:
    for data in (b"", b"\n", b"\x00", b"\xff" * 99, b"sokospec certificate 1", b"sokospec certificate 1\r\n"):
        assert not same(data)
    assert not same(OPTIMAL.replace("end", "énd").encode())
    assert not same(OPTIMAL.replace("1 1 : 15", "1 1é: 15").encode())


def test_lines_have_a_limit() -> None:
    longest = fast_text.LONGEST_LINE
    for letters in (longest - 10, longest - 9, longest):
        assert not same(SOLVED.replace("solution R", "solution " + "R" * letters).encode())
    assert not same(OPTIMAL.replace("1 1 : 15", f"1 1 : 15{' 15' * longest}").encode())


@pytest.mark.parametrize("size", [1, 7, 100])
@pytest.mark.parametrize("text", TEXTS, ids=range(len(TEXTS)))
def test_it_does_not_matter_in_what_pieces_the_text_comes(
    text: str, size: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fast_text, "_PIECE", size)
    monkeypatch.setattr(fast_text, "_UNPACKED", size)
    assert same(text.encode()) and same(gzip.compress(text.encode()))
    assert not same(text.encode()[:-1])


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("1 1 : 15 @ 14 : 1\n", ""),
        ("start : 1", "start"),
        ("pushes-moves 2 2", "pushes-moves 3 2"),
        ("\nend", "\nend\n"),
    ],
)
def test_a_file_that_changes_while_it_is_read_is_rejected(old: str, new: str) -> None:
    before, after = OPTIMAL.encode(), OPTIMAL.replace(old, new).encode()
    assert after != before
    for first, then in ((before, after), (after, before)):
        for turn in range(3, 7):
            assert not verify_fast(Fickle(first, then, turn)).accepted


@pytest.mark.parametrize("text", TEXTS, ids=range(len(TEXTS)))
def test_limits_are_kept(text: str) -> None:
    for limits in (Limits(seconds=0), Limits(mib=0)):
        with pytest.raises(LimitReached):
            verify_fast(io.BytesIO(text.encode()), limits=limits)


def test_limits_are_looked_at_in_each_pass(monkeypatch: pytest.MonkeyPatch) -> None:
    looks: list[int] = []
    monkeypatch.setattr(Meter, "expand", lambda self, bound: looks.append(bound))
    assert verify_fast(io.BytesIO(FACTS.encode())).accepted
    assert len(looks) > 3 * 10


@pytest.mark.parametrize("shares", [2, 3, 7])
def test_states_in_shares_are_the_same_states(shares: int, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = {text: verify_fast(io.BytesIO(text.encode())).accepted for text, _, _ in wrong_and_right()}
    monkeypatch.setattr(Checker, "_shares", lambda self, about: shares)
    for text, accepted in whole.items():
        assert verify_fast(io.BytesIO(text.encode())).accepted == accepted


def wrong_and_right() -> list[tuple[str, str, str]]:
    """Return the certificates of this page, right ones and wrong ones."""
    return [(text, "", "") for text in TEXTS] + [(case[0].replace(*case[1:3], 1), "", "") for case in REJECTED]


def test_a_table_that_is_full_grows(monkeypatch: pytest.MonkeyPatch) -> None:
    """A file may have more states when it is read again than were counted; then it is rejected in the end."""
    states = "".join(f"{cost} 9 : 14 @ {player}\n" for cost, player in ((7, 7), (7, 8), (7, 9)))
    after = OPTIMAL.replace("start", f"{states}start").encode()
    found = verify_fast(Fickle(OPTIMAL.encode(), after, 3))
    assert not found.accepted and found.states < after.count(b" @ ")


def test_memory_that_is_not_there_is_a_limit_and_no_verdict() -> None:
    """Each square of a corridor cuts it in two, so that the squares from which boxes are seen are many."""
    width = 20_000
    head = ["sokospec certificate 1", "claim at-least pushes 1", f"level 1 {width}", "@$." + "-" * (width - 3)]
    text = "\n".join([*head, "forwards", "prices 1 : 0", "start : 1", "end", ""])
    with pytest.raises(LimitReached) as reached:
        verify_fast(io.BytesIO(text.encode()), limits=Limits(mib=rss_mib() + 40))
    assert reached.value.verdict is Verdict.LIMIT_MEMORY


def test_levels_of_one_row_are_levels_up_to_the_largest() -> None:
    for width, kept in ((3, True), (LARGEST, True), (LARGEST + 1, False)):
        row = "@$." + "-" * (width - 3)
        lines = ["sokospec certificate 1", "claim solved", f"level 1 {width}", row, "solution R", "end", ""]
        assert same("\n".join(lines).encode()) == kept


@pytest.mark.parametrize("moves", [384, 385, 386, 512])
def test_costs_of_two_numbers_keep_all_their_digits(moves: int) -> None:
    assert same(two_numbers(moves).encode()) == (moves <= 385)


def test_second_numbers_of_two_sides_do_not_run_over_into_the_first() -> None:
    ends = [f"0 0 : 5 @ {player}" for player in range(5)]
    lines = ["sokospec certificate 2", "claim at-least pushes-moves 3 0", "level 1 6", "@$---.", "meeting 2 0"]
    lines += ["0 0 : 1 @ 0", "0 999999999 : 2 @ 1", "backwards", *ends, "0 999999999 : 4 @ 3", "1 999999999 : 3 @ 2"]
    assert not same("\n".join([*lines, "start", "end", ""]).encode())  # together 2 pushes and many moves


def test_the_side_of_a_box_is_found_beyond_32_bits() -> None:
    # A corridor without outer walls, of whose squares each but the ends cuts the floor, has such a table of sides.
    n, ints = 60_000, np.zeros(0, dtype=np.int64)
    rows, sides = np.arange(n, dtype=np.int32), np.broadcast_to(np.uint8(3), n * n)
    few, marks = np.zeros(0, dtype=np.int32), np.zeros(0, dtype=np.uint8)
    grounds = Grounds(n, 1, few, ints, few, marks, few, ints, ints, marks, few, rows, sides)
    with np.errstate(over="raise"):
        assert node(grounds, 0, n - 2, n - 1) == (n - 2) * SIDES + 3


@pytest.mark.parametrize("lurd", ["", "r", "RR", "Ru", "RRR", "x", "l", "Rrr", "rR", "dR"])
def test_solutions_are_replayed_by_the_rules(lurd: str) -> None:
    level = Level.parse("######\n#@$ .#\n######")
    text = "sokospec certificate 1\nclaim solved\nlevel 3 6\n######\n#@$-.#\n######\nsolution " + lurd + "\nend\n"
    assert same(text.encode()) == (lurd == "RR")
    if lurd != "RR":
        with pytest.raises(Refused):
            solution_pushes(level, lurd)


def test_lines_come_one_by_one() -> None:
    text = Text(io.BytesIO(b"one\ntwo\n"), lambda: None)
    assert (text.next(), text.next(), text.line) == ("one", "two", 2)
    with pytest.raises(Refused, match="ends in the middle"):
        text.next()


def test_groups_are_chosen_by_excess_then_size_then_the_latest_boxes() -> None:
    rng = np.random.default_rng(3)
    boxes = [sorted(rng.choice(30, 2 + each % 4, replace=False).tolist()) for each in range(300)]
    excess = rng.integers(1, 4, 300)
    member_at, members = np.cumsum([0, *map(len, boxes)]), np.concatenate(boxes).astype(np.int32)
    listed = Listed(member_at, members, np.zeros(0, dtype=np.int64), excess)
    read = Read(listed, np.zeros(300, dtype=np.int32), of_groups=True)
    order = storage_order(read, lambda wanted: None).tolist()
    ranks = [(-int(excess[i]), len(boxes[i]), -sum(1 << box for box in boxes[i])) for i in range(300)]
    assert order == sorted(range(300), key=ranks.__getitem__)
    by_first_box = storage_order(read._replace(of_groups=False), lambda wanted: None).tolist()
    assert by_first_box == sorted(range(300), key=lambda i: boxes[i][0])
