"""MF8, play links, SLC, encodings, and which format a file is in."""

from __future__ import annotations

from pathlib import Path

import pytest

from sokospec import formats
from sokospec.board import Board, Level, Square, State
from sokospec.errors import InvalidLevel, LimitError, ParseError
from sokospec.formats import (
    WRITERS,
    DrawnLevel,
    Entry,
    Header,
    Reading,
    entry_of,
    mf8,
    read_bytes,
    slc,
    url,
)
from unit.formats.readings import collection_of, flaws, only, told

ROOM = "#####\n#@$.#\n#####\n"
ONE = Level.parse(ROOM)
ALL_SYMBOLS = Level.parse("#######\n#+ $ *#\n##.$ ##\n#######")
LENIENT = Reading(lenient=True)
SLC = "<SokobanLevels>{}</SokobanLevels>"
ROWS = "<L>#####</L><L>#@$.#</L><L>#####</L>"


# MF8


@pytest.mark.rule("F8")
@pytest.mark.parametrize(
    "content",
    [
        "[soko=7,4]\nHHHHHHH\nHx_$_*H\nHH.$_HH\nHHHHHHH\n[/soko]\n",
        "text\r\n[SOKO=7,4] \r\n HHHHHHH\r\n HX-$_*H\r\n\r\n HH.$-HH\r\n HHHHHHH\r\n[/Soko] text",
        "[soko=0,0]\nHHHHHHH\nHx_$_*H\nHH.$_HH\nHHHHHHH\n[/soko]",
    ],
)
def test_a_block_of_mf8_is_a_level(content: str) -> None:
    assert only(content).level == ALL_SYMBOLS


@pytest.mark.rule("F8")
def test_several_blocks_are_several_levels_even_when_one_is_never_closed() -> None:
    block = "[soko=5,3]\nHHHHH\nHa$.H\nHHHHH\n"
    collection = mf8.read(f"{block}{block}[/soko]\n{block}[/soko]\n[/soko]\n{block}")
    assert [flaws(entry.drawn) for entry in collection] == [[("F8", 1, 1)], [], [], [("F8", 16, 1)]]
    assert [entry.drawn.repairs == () for entry in mf8.read(block * 2, LENIENT)] == [False, False]
    assert [entry.level for entry in mf8.read(block * 2, LENIENT)] == [ONE, ONE]


@pytest.mark.rule("F8", "F9")
def test_all_that_is_wrong_with_a_block_is_told_at_once() -> None:
    content = "[soko=6,3]\nHHHHH\n Ha?.H\nHHzHH\n[/soko]\n"
    assert told(only(content).drawn) == "F8 1 1, F9 3 4, F9 4 3, L2 2 1, L3 2 1, L5 4 3"
    lenient = only(content, LENIENT).drawn
    assert [flaw.rule for flaw in lenient.defects] == ["F9", "F9", "L2", "L3"]
    assert [repair.rule for repair in lenient.repairs] == ["F8", "L5"]


@pytest.mark.rule("F8")
def test_a_block_without_rows_is_no_level() -> None:
    assert flaws(only("[soko=5,3]\n\n[/soko]").drawn)[0] == ("F8", 1, 1)


@pytest.mark.rule("R3")
def test_a_block_larger_than_the_limit_is_refused() -> None:
    content = "[soko=5,3]\nHHHHH\nHa$.H\nHHHHH\n[/soko]\n"
    assert flaws(only(content, Reading(limit=14)).drawn) == [("R3", 2, None)]


# Play links


@pytest.mark.rule("F10")
@pytest.mark.parametrize(
    "content",
    [
        "w=7&h=4&lvl=HHHHHHH|Hx_$_*H|HH.$_HH|HHHHHHH",
        " https://example.org/play/?h=4&lvl=HHHHHHH|Hx_$_*H|HH.$_HH|HHHHHHH|&w=7#top \r\n",
        "Look:\nhttp://x.org?w=7&h=4&lvl=%48HHHHHH%7CHx_%24_*H%7chh".replace("hh", "HH.$_HH%7CHHHHHHH"),
        "lvl=H&w=7&h=4&lvl=HHHHHHH|HX-$-*H|HH.$_HH|HHHHHHH",
    ],
)
def test_a_play_link_is_a_level(content: str) -> None:
    assert only(content).level == ALL_SYMBOLS


@pytest.mark.rule("F9", "F10")
def test_all_that_is_wrong_with_a_link_is_told_with_columns_in_the_link() -> None:
    content = "\n w=5&lvl=HHHHH%7CHa%24%3F.H|HH+HH%7CHHHHHH\n"
    assert flaws(only(content).drawn) == [("F10", 2, 1), ("F10", 2, 1), ("F9", 2, 23), ("F9", 2, 31)]
    lenient = only(content, LENIENT).drawn
    assert [repair.rule for repair in lenient.repairs] == ["F10", "F10"]
    assert only("lvl=HHHHH|Ha$.H|HHHHH", LENIENT).level == ONE


@pytest.mark.rule("F10")
def test_each_line_with_a_link_is_a_level_and_other_lines_are_left_alone() -> None:
    content = "see ?lvl=H\nlvl=HHHHH|Ha$.H|HHHHH\nor xlvl=H\n?lvl=HHHHH|Ha$.H|HHHHH\n"
    assert [(entry.number, entry.line, entry.level) for entry in url.read(content, LENIENT)] == [
        (1, 2, ONE),
        (2, 4, ONE),
    ]


@pytest.mark.rule("R3")
def test_a_link_larger_than_the_limit_is_refused() -> None:
    reading = Reading(lenient=True, limit=14)
    assert flaws(only("lvl=HHHHH|Ha$.H|HHHHH", reading).drawn) == [("R3", 1, None)]
    assert flaws(only(f"lvl={'H' * 1029}", reading).drawn) == [("R3", 1, None)]


# SLC


@pytest.mark.rule("F11", "F12")
def test_an_slc_file_holds_titles_notes_and_levels() -> None:
    content = (
        "<?xml version='1.0'?>\n<!DOCTYPE SokobanLevels SYSTEM 'SokobanLev.dtd'>\n<SokobanLevels>\n"
        "<Title> The set </Title><Title>no</Title><Description>one\n\n two &lt; three</Description>\n<Email>a@b</Email>"
        "<Url></Url>\n<LevelCollection Copyright='me' MaxWidth='5'>stray<L>stray</L>\n"
        f"<Level Id='A &amp; B' Width='5' Height='3' Copyright='you'><Title>no</Title>{ROWS}</Level>\n"
        "<LEVEL ID='' WIDTH='6'><l>#####-</l><L>#&#64;$<!-- -->.#</L><L>#####_</L></LEVEL></LevelCollection>\n"
        "</SokobanLevels>"
    )
    collection = read_bytes(content)
    assert (collection.header.title, collection.header.notes) == ("The set", ("one", "two < three"))
    assert collection.header.properties == (("email", "a@b"), ("copyright", "me"))
    assert [entry.title for entry in collection] == ["A & B", ""]
    assert [entry.properties for entry in collection] == [(("copyright", "you"),), ()]
    assert [entry.level for entry in collection] == [ONE, ONE]


@pytest.mark.rule("F9", "F12")
def test_all_that_is_wrong_with_a_level_of_slc_is_told_at_once() -> None:
    content = SLC.format("\n<Level Width='6' Height='2'>\n <L>##?##</L>\n <L>#&#64;$W&#63;#</L>\n<L>#####</L></Level>")
    assert told(only(content).drawn) == "F12 2 1, F9 3 7, F9 4 12, F9 4 13, L3 3 5, L5 3 7"


@pytest.mark.rule("F12")
def test_sizes_that_are_wrong_are_ignored_in_lenient_reading_and_rows_must_be_there() -> None:
    content = SLC.format(f"<Level Width='6' Height='2'>{ROWS}</Level>")
    assert flaws(only(content).drawn) == [("F12", 1, 1), ("F12", 1, 1)]
    assert only(content, LENIENT).level == ONE
    assert [repair.rule for repair in only(content, LENIENT).drawn.repairs] == ["F12", "F12"]
    assert flaws(only(SLC.format("<Level/>")).drawn)[0] == ("F12", 1, None)


@pytest.mark.rule("R3")
def test_a_level_of_slc_larger_than_the_limit_is_refused() -> None:
    content = SLC.format(f"<Level>{ROWS}</Level>")
    assert flaws(only(content, Reading(limit=14)).drawn) == [("R3", 1, None)]
    long = SLC.format("<Level><L>####&#35;###</L></Level>")
    assert flaws(only(long, Reading(limit=6)).drawn) == [("R3", 1, None)]


@pytest.mark.rule("F11")
@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("<SokobanLevels>", "not well-formed"),
        ("<!DOCTYPE a SYSTEM 'SokobanLev.dtd' []><a/>", "declarations of its own"),
        ("<!DOCTYPE a [<!ENTITY b 'c'>]><a>&b;</a>", "declarations of its own"),
        ("<!DOCTYPE a [<!ENTITY % b 'c'> %b;]><a/>", "declarations of its own"),
        ("<!DOCTYPE a SYSTEM 'http://example.org/SokobanLev.dtd'><a/>", "nothing is fetched"),
        ("<!DOCTYPE a SYSTEM 'file:///etc/hostname'><a/>", "nothing is fetched"),
        ("<!DOCTYPE a PUBLIC '-//a' 'SokobanLev.dtd'><a/>", "nothing is fetched"),
        ("<!DOCTYPE a SYSTEM 'SokobanLev.dtd'><a>&b;</a>", "'b' is not declared"),
        ("<!DOCTYPE SokobanLevels><a>&b;</a>", "not well-formed: undefined entity"),
        ("<a>&b;</a>".replace("a", "SokobanLevels"), "not well-formed: undefined entity"),
        (b"<?xml version='1.0' encoding='nonsense'?><a/>", "unknown encoding"),
        (b"<?xml version='1.0' encoding='shift_jis'?><a/>", "cannot be decoded"),
        (b"<?xml version='1.0'?><a>\xe9</a>", "not well-formed"),
        ("<?xml version='1.0'?><a>\ud800</a>", "cannot be decoded"),
    ],
)
def test_files_that_declare_or_name_what_is_not_theirs_are_refused(content: str | bytes, message: str) -> None:
    with pytest.raises(ParseError, match=message) as caught:
        read_bytes(content)
    assert (caught.value.rule, caught.value.line) == ("F11", 1)


@pytest.mark.rule("F11")
@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "iso-8859-1", "us-ascii"])
def test_an_slc_file_may_be_in_any_encoding_that_it_names(encoding: str) -> None:
    content = f"<?xml version='1.0' encoding='{encoding}'?><s><Level Id='Caf&#233;'>{ROWS}</Level></s>"
    entry = only(content.encode(encoding))
    assert (entry.title, entry.level) == ("Café", ONE)


def test_slc_text_leaves_out_what_xml_cannot_hold() -> None:
    entry = Entry(1, entry_of(ONE).drawn, "a<&\"'\x00\ud800\uffff\x0b\tb", (("copyright", "c\x1f"), ("x", "y")))
    collection = slc.read(WRITERS["slc"](collection_of([entry], Header("<set>"))))
    assert (collection.header.title, collection[0].title, collection[0].properties) == (
        "<set>",
        "a<&\"' b",
        (("copyright", "c"),),
    )


# Files


@pytest.mark.rule("F20")
@pytest.mark.parametrize(
    ("content", "name"),
    [
        ("", "sok"),
        (ROOM, "sok"),
        ("<?xml version='1.0'?>", "slc"),
        ("\ufeff\n <!-- x -->", "slc"),
        ("<SOKOBANLEVELS>", "slc"),
        ("<!doctype x>", "slc"),
        ("x [Soko=3,4]", "mf8"),
        ("[soko=x]", "sok"),
        ("\n https://x.org/?lvl=H \n", "url"),
        ("see https://x.org/?lvl=H", "sok"),
        ("xlvl=3", "sok"),
        (f"{ROOM}[soko=3,4]\n?lvl=H\n", "sok"),
    ],
)
def test_the_content_says_which_format_a_file_is_in(content: str, name: str) -> None:
    assert formats.format_of(content) == name


@pytest.mark.rule("F18")
@pytest.mark.parametrize(
    "data",
    [
        "{}Title: Café ☃\n".encode(),
        b"\xef\xbb\xbf" + "{}Title: Café ☃\n".encode(),
        "{}Title: Café ☃\n".encode("utf-16"),
        b"\xfe\xff" + "{}Title: Café ☃\n".encode("utf-16-be"),
        b"{}Title: Caf\xc3\xa9 \xe2\x98\x83\nAuthor: \xe9\n",
    ],
)
def test_titles_are_read_in_their_encoding(data: bytes) -> None:
    marks = b"\xff\xfe", b"\xfe\xff"
    room = (
        ROOM.encode("utf-16-be" if data.startswith(marks[1]) else "utf-16-le") if data[:2] in marks else ROOM.encode()
    )
    brackets = "{}".encode("utf-16-be" if data.startswith(marks[1]) else "utf-16-le") if data[:2] in marks else b"{}"
    entry = only(data.replace(brackets, room))
    assert (entry.title, entry.level) == ("Café ☃", ONE)


@pytest.mark.rule("F18")
def test_lines_that_are_no_utf_8_are_latin_1() -> None:
    assert only(ROOM.encode() + b"Title: Caf\xe9\x85x\r\n").title == "Café\x85x"
    assert only(b"\xff\xfe" + ROOM.encode("utf-16-le") + b"x").level == ONE


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_files_are_read_with_any_line_ends(tmp_path: Path, end: str) -> None:
    path = tmp_path / "levels.txt"
    path.write_bytes(f"{ROOM}\n{ROOM}".replace("\n", end).encode())
    assert formats.read(path) == formats.read(str(path)) == (ONE, ONE)


def test_a_file_without_a_level_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "x.sol"
    path.write_text("nothing here\n")
    with pytest.raises(ParseError, match="no level here"):
        formats.read_collection(path)
    path.write_text("3r\n")
    assert len(formats.read_collection(path).header.recordings) == 1
    with pytest.raises(ParseError, match="steps here but no level"):
        formats.read(path)
    path.write_text("####\n#@$\n####\n")
    with pytest.raises(InvalidLevel):
        formats.read(path)
    with pytest.raises(OSError, match="missing"):
        formats.read(tmp_path / "missing")


@pytest.mark.rule("R3")
def test_a_file_that_is_too_large_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "x.xsb"
    path.write_text(ROOM)
    monkeypatch.setattr(formats.reading, "MAX_FILE", len(ROOM))
    assert formats.read(path) == (ONE,)
    monkeypatch.setattr(formats.reading, "MAX_FILE", len(ROOM) - 1)
    with pytest.raises(LimitError, match="more than the 17 bytes"):
        formats.read_collection(path)


# Writing


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("xsb", "#######\n#+ $ *#\n##.$ ##\n#######\n"),
        ("sok", "#######\n#+ $ *#\n##.$ ##\n#######\n"),
        ("rle", "7#|#+-$-*#|2#.$-2#|7#\n"),
        ("mf8", "[soko=7,4]\nHHHHHHH\nHx_$_*H\nHH.$_HH\nHHHHHHH\n[/soko]\n"),
        ("url", "w=7&h=4&lvl=HHHHHHH|Hx_$_*H|HH.$_HH|HHHHHHH\n"),
    ],
)
def test_every_format_is_written_in_its_symbols(name: str, text: str) -> None:
    assert WRITERS[name]([entry_of(ALL_SYMBOLS)]) == text


@pytest.mark.parametrize("name", WRITERS)
def test_what_is_no_level_is_not_written(name: str) -> None:
    with pytest.raises(InvalidLevel):
        WRITERS[name]([Entry(1, DrawnLevel(defects=()))])


@pytest.mark.parametrize("name", WRITERS)
def test_nothing_is_written_for_no_levels_but_what_the_format_needs(name: str) -> None:
    assert len(read_bytes(WRITERS[name]([]))) == 0


def test_a_level_whose_last_rows_and_columns_are_empty_loses_them() -> None:
    board = Board(7, 5, ONE.walls, ONE.goals)
    assert all(
        read_bytes(write([entry_of(Level(board, State(ONE.boxes, Square(1, 1))))]))[0].level == ONE
        for write in WRITERS.values()
    )
