"""Any bytes give levels or a SokobanError, never another exception, and never more squares or steps than the limit.

The inputs are the files of `corpus/`, each changed at random by a seeded generator, so that every run tries the same
ones. Inputs that failed once are kept in `regressions/`.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path

import pytest

from parts import parts
from sokospec.errors import InvalidLevel, SokobanError
from sokospec.formats import (
    FORMATS,
    WRITERS,
    Collection,
    Entry,
    Reading,
    decode,
    entries,
    lurd,
    read_bytes,
    slc,
)
from sokospec.formats.entries import explain_no_level
from sokospec.formats.rle import compress, expand

HERE = Path(__file__).parent
CORPUS = [path.read_bytes() for path in sorted((HERE / "corpus").iterdir())]
REGRESSIONS = sorted((HERE / "regressions").iterdir())
CHUNKS, CHUNK = 100, 1_000

LIMIT = 1_500
READINGS = [
    Reading(limit=LIMIT),
    Reading(lenient=True, limit=LIMIT),
    Reading(close=True, limit=LIMIT),
    Reading(lenient=True, close=True, limit=LIMIT),
]
TEXT_READERS: Sequence[Callable[[str, Reading], Collection]] = [
    entries.read,
    *(each.read for each in FORMATS.values() if each.read is not entries.read),
]

TOKENS = [
    *(b"#####\n", b"#@$.#", b"WpbW", b"*", b"+", b"-", b"_", b" ", b"\t", b"\n", b"\r", b"\r\n\r\n", b"|", b"||"),
    *(b"(", b")", b"((((", b"))))", b"0", b"9", b"999", b"99999999999", b"3(", b"2(2(", b"\xd9\xa3", b"\xc2\xb2"),
    *(b"Title:", b"title: x\n", b"Comment:\n", b"comment-end:\n", b"Author : x\n", b"Game: Hexoban\n", b"Solution: "),
    *(b"solution\n", b"Snapshot\n", b"[", b"]", b"{", b"}", b"uUdDlLrR", b"drul\n", b"::", b";", b">", b"> > ", b":"),
    *(b"[soko=5,3]\n", b"[/soko]\n", b"[soko=", b"H", b"a", b"x", b"w=5&h=3&lvl=", b"?lvl=", b"%7C", b"%", b"&", b"="),
    *(b"<Level>", b"</Level>", b"<L>", b"</L>", b"<L/>", b"<?xml version='1.0'?>", b"<!--", b"-->", b"&#35;", b"&x;"),
    *(b"<![CDATA[", b"]]>", b"<!DOCTYPE x [", b"<!ENTITY a 'b'>", b"]>", b" encoding='utf-16'", b" encoding='x'"),
    *(b"\x00", b"\xff", b"\xff\xfe", b"\xfe\xff", b"\xef\xbb\xbf", b"\xed\xa0\x80", b"\x85", b"\xe2\x80\xa8", b"\x0c"),
]


def mutated(random_: random.Random) -> bytes:
    """Return a file of the corpus after one to six changes."""
    data = bytearray(random_.choice(CORPUS))
    for _ in range(random_.randint(1, 6)):
        at = random_.randint(0, len(data))
        end = min(len(data), at + random_.choice((1, 2, 5, 20, 100)))
        match random_.randrange(7):
            case 0 if data:
                data[at % len(data)] ^= 1 << random_.randrange(8)
            case 1 if data:
                data[at % len(data)] = random_.randrange(256)
            case 2:
                del data[at:end]
            case 3:
                data[at:at] = data[at:end] * random_.choice((1, 1, 2, 8))
            case 4:
                other = random_.choice(CORPUS)
                start = random_.randint(0, len(other))
                data[at:end] = other[start : start + random_.choice((1, 5, 20, 100, 1000))]
            case _:
                data[at:at] = random_.choice(TOKENS)
    return bytes(data[:3_000])


def use_bytes(data: bytes, reading: Reading) -> None:
    use(read_bytes(data, reading), reading)


def use_text(read: Callable[[str, Reading], Collection], data: bytes, reading: Reading) -> None:
    use(read(decode(data), reading), reading)


def readers(data: bytes) -> Iterator[Callable[[], None]]:
    """Yield every way to read the bytes; each call raises a SokobanError, or returns when all went as it must."""
    for reading in READINGS:
        yield partial(use_bytes, data, reading)
        for read in TEXT_READERS:
            yield partial(use_text, read, data, reading)
    yield lambda: use(slc.read(data, READINGS[0]), READINGS[0])
    yield lambda: use_steps(decode(data))
    yield lambda: use_run_lengths(decode(data))
    yield lambda: check_is_error(explain_no_level(decode(data), READINGS[0]))


def use(collection: Collection, reading: Reading) -> None:
    """Read every entry and its plays, write the levels in every format, and read them back."""
    levels: list[Entry] = []
    for entry in collection:
        assert (entry.drawn.level is None) == bool(entry.drawn.defects)
        if entry.drawn.level is None:
            with pytest.raises(InvalidLevel):
                _ = entry.level
        else:
            assert entry.level.board.width * entry.level.board.height <= reading.limit
            if reading.close or not any(repair.rule == "L5" for repair in entry.drawn.repairs):
                levels.append(entry)  # of an open drawing no format promises to give the same level back
    for recording in [
        *collection.header.recordings,
        *(recording for entry in levels for recording in entry.recordings),
    ]:
        try:
            use_steps(recording.lurd)
        except SokobanError:
            continue
    again = Reading(lenient=reading.lenient, limit=10 * LIMIT)
    for write in WRITERS.values():
        if levels:
            text = write(levels)
            back = read_bytes(text, again)
            assert [entry.drawn.level for entry in back] == [entry.level for entry in levels], text
            assert write(back) == text
    for entry, back_entry in zip(levels, read_bytes(WRITERS["xsb"](levels), again), strict=True):
        assert back_entry.title == entry.title.strip()
        assert [recording.kind for recording in back_entry.recordings] == [play.kind for play in entry.recordings]
        further = any(repair.rule == "F14" for repair in entry.drawn.repairs)
        assert back_entry.notes[: len(entry.notes) if further else None] == entry.notes  # further values become notes
        assert not any(repair.rule == "F14" for repair in back_entry.drawn.repairs)
        assert [play.notes for play in back_entry.recordings] == [play.notes for play in entry.recordings]


def use_steps(text: str) -> None:
    """Read steps, write them, and read them back."""
    steps = lurd.parse(text, LIMIT).steps
    assert len(steps) <= LIMIT
    if not set(steps) & set("()0123456789[]{}*"):
        assert lurd.parse(lurd.write(steps)).steps == steps
        assert lurd.parse(compress(steps)).steps == steps


def use_run_lengths(text: str) -> None:
    """Expand run lengths, and compress and expand them again."""
    symbols = expand(text, LIMIT).symbols
    assert len(symbols) <= LIMIT
    assert expand(compress(symbols), LIMIT).symbols == symbols


def check_is_error(error: SokobanError) -> None:
    assert isinstance(error, SokobanError)


def run(attempt: Callable[[], None], data: bytes) -> None:
    try:
        attempt()
    except SokobanError:
        return
    except Exception as error:
        raise AssertionError(f"{type(error).__name__} for {data!r}") from error


@pytest.mark.parametrize("chunk", parts(CHUNKS, 8, 15))
def test_a_thousand_mutated_files_each_give_levels_or_a_sokoban_error(chunk: int) -> None:
    random_ = random.Random(chunk)
    for _ in range(CHUNK):
        data = mutated(random_)
        attempts = list(readers(data))
        run(random_.choice(attempts[:1] * len(attempts) + attempts), data)


@pytest.mark.parametrize("data", CORPUS)
def test_every_file_of_the_corpus_can_be_given_to_every_reader(data: bytes) -> None:
    for attempt in readers(data):
        run(attempt, data)


@pytest.mark.parametrize("path", REGRESSIONS, ids=lambda path: path.name)
def test_inputs_that_failed_once_are_handled(path: Path) -> None:
    data = path.read_bytes()
    for attempt in readers(data):
        run(attempt, data)
