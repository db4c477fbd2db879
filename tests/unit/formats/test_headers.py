"""Headers of collections: what a text says of all its levels is read, kept, and written where a format has a place."""

from __future__ import annotations

from io import BytesIO

import pytest

from sokospec.formats import (
    WRITERS,
    Header,
    Item,
    Reading,
    Recording,
    items_of,
    read_bytes,
    slc,
    stream_entries,
)
from sokospec.formats.collection import Entry
from unit.formats.readings import collection_of

ROOM = "#####\n#@$.#\n#####\n"
HALL = "######\n#@ $.#\n######\n"
LICENCE = "Free to pass on with this notice."
HEADER = Header("Two sheds", (("author", "Ann"), ("copyright", "2011 Ann"), ("email", "ann@example.org")), (LICENCE,))


@pytest.mark.rule("F15")
@pytest.mark.parametrize(
    ("head", "title"),
    [
        ("Collection: Sheds\n", "Sheds"),
        ("Set: Sheds\n", "Sheds"),
        ("Title: Sheds\n", "Sheds"),
        ("Name: Sheds\n", "Sheds"),
        ("Title: Other\nSet: Sheds\n", "Sheds"),
        ("Collection:\nSet: Sheds\n", "Sheds"),
        ("Collection:\nAuthor: Ann\n", ""),
    ],
)
def test_a_collection_is_titled_by_the_first_of_four_keys(head: str, title: str) -> None:
    collection = read_bytes(f"{head}\n{ROOM}Title: First\n\n{HALL}Title: Second\n")
    assert collection.header.title == title
    assert not {("collection", ""), ("collection", title), ("set", title)} & set(collection.header.properties)
    assert [entry.title for entry in collection] == ["First", "Second"]


@pytest.mark.rule("F15")
@pytest.mark.parametrize("below", ["", "Title: First\n", "Author: Ann\n"])
@pytest.mark.parametrize("blank", ["\n", "\n\n"])
def test_a_line_of_text_below_a_header_is_its_end_if_the_second_board_has_no_title_line(below: str, blank: str) -> None:
    text = f"Set: Two sheds\n\n{LICENCE}\n{blank}{ROOM}{below}\n{HALL}{below.replace('First', 'Second')}"
    collection = read_bytes(text)
    assert (collection.header.title, collection.header.notes) == ("Two sheds", (LICENCE,))
    assert LICENCE not in [entry.title for entry in collection]
    titled = read_bytes(f"Set: Two sheds\n\nFirst\n\n{ROOM}\nSecond\n\n{HALL}")
    assert [entry.title for entry in titled] == ["First", "Second"]
    assert read_bytes(f"Set: Two sheds\n\nFirst\n{ROOM}\n{HALL}")[0].title == "First"


@pytest.mark.rule("F15")
def test_titles_may_stand_below_boards_under_a_header() -> None:
    for head in ("Set: Two sheds\n\n", "Two sheds\nby Ann\n\n", f"Set: Two sheds\n\n{LICENCE}\n\n"):
        collection = read_bytes(f"{head}{ROOM}First\n\n{HALL}Second\n")
        assert [entry.title for entry in collection] == ["First", "Second"]
        assert collection.header.title or collection.header.notes
    fenced = read_bytes(f"```\n{ROOM}```\nFirst\n\n```\n{HALL}```\nSecond\n")
    assert [entry.title for entry in fenced] == ["First", "Second"]


TEXTS = [
    f"Set: Two sheds\nAuthor: Ann\n\n{LICENCE}\n\n{ROOM}\n{HALL}",
    f"Title: Two sheds\nAuthor: Ann\n\n{ROOM}Title: First\n\n{HALL}Title: Second\n",
    f"; Two sheds\n; by Ann\n\n{ROOM}\n{HALL}",
    f"Solution: R\n\n{ROOM}",
    f"Name: First\n\n{ROOM}\nName: Second\n\n{HALL}",
    f"{ROOM}First\n\n{HALL}Second\n",
    "[soko=5,3]\nHHHHH\nHa$.H\nHHHHH\n[/soko]\n",
    WRITERS["slc"](collection_of([], Header("Two sheds", notes=(LICENCE,)))),
]


@pytest.mark.parametrize("text", [*TEXTS, *(text.replace("\n", "\r\n") for text in TEXTS)])
def test_streamed_reading_gives_the_header_and_the_warnings_of_whole_reading(text: str) -> None:
    collection = read_bytes(text)
    if not collection:
        return
    stream = stream_entries(BytesIO(text.encode()))
    assert (stream.header, stream.warnings) == (collection.header, collection.warnings)
    assert [make() for make in stream.entries] == list(collection)


@pytest.mark.parametrize("name", ["xsb", "sok"])
@pytest.mark.parametrize(
    "header",
    [
        Header(),
        HEADER,
        Header("Two sheds"),
        Header(properties=(("author", "Ann"),)),
        Header(properties=(("title", "First"),), title="Two sheds"),
        Header(notes=(LICENCE,)),
        Header(recordings=(Recording("R", title="Solution", line=2),)),
        Header("Two sheds", recordings=(Recording("RR", "snapshot", "Snapshot 1", ("early",), 4),)),
    ],
)
def test_a_header_in_text_reads_back_whatever_the_levels_say(name: str, header: Header) -> None:
    for below in ("", "Title: First\n", "Author: Ann\n"):
        entries = list(read_bytes(f"{ROOM}{below}\n{HALL}"))
        collection = collection_of(entries, header)
        text = WRITERS[name](collection)
        back = read_bytes(text)
        assert back.header == header
        assert back.warnings == ()
        assert [said(entry) for entry in back] == [said(entry) for entry in entries]
        assert WRITERS[name](back) == text


def said(entry: Entry) -> object:
    return entry.level, entry.title, entry.properties, entry.notes


def test_slc_keeps_a_header_but_for_its_plays() -> None:
    header = Header("A & B", (*HEADER.properties, ("author", "Bob")), ("two", "Rules: <none>"))
    text = slc.write_header(header) + slc.write_foot()
    back = slc.read(text).header
    assert (back.title, back.notes) == (header.title, header.notes)
    assert sorted(back.properties) == sorted(header.properties)
    assert slc.write_header(back) + slc.write_foot() == text
    assert not slc.holds(Item(True, "solution"))


@pytest.mark.parametrize("notes", [("Author: Ann",), ("A & B: Ann", "Date: 2011"), ("Author: Ann", "and others")])
def test_notes_that_look_like_properties_are_notes_after_slc(notes: tuple[str, ...]) -> None:
    for properties in ((), (("set", "Sheds"),)):
        header = Header("Sheds", properties, notes)
        text = slc.write_header(header) + slc.write_foot()
        assert slc.read(text).header == header
        assert slc.write_header(slc.read(text).header) + slc.write_foot() == text


@pytest.mark.parametrize(
    ("description", "properties", "notes"),
    [
        ("Author: Ann\nDate: 2011\n\nAbout: it", (("author", "Ann"), ("date", "2011")), ("About: it",)),
        ("Author: Ann\nand others", (), ("Author: Ann", "and others")),
        ("Rules:\n\npush", (), ("Rules:", "push")),
        ("\nAuthor: Ann", (), ("Author: Ann",)),
        ("", (), ()),
    ],
)
def test_a_description_in_slc_begins_with_a_paragraph_of_properties_or_none(
    description: str, properties: tuple[tuple[str, str], ...], notes: tuple[str, ...]
) -> None:
    header = slc.read(f"<SokobanLevels><Description>\n{description}\n</Description></SokobanLevels>").header
    assert (header.properties, header.notes) == (properties, notes)


def test_several_collections_in_slc_keep_their_copyrights() -> None:
    rows = "<L>#####</L><L>#@$.#</L><L>#####</L>"
    levels = f"<Level Id='a'>{rows}</Level><Level Id='b' Copyright='Cy'>{rows}</Level>"
    text = "".join(f"<LevelCollection{given}>{levels}</LevelCollection>" for given in (" Copyright='Ann'", "", ""))
    text = text.replace("<LevelCollection>", "<LevelCollection Copyright='Bob'>", 1)
    collection = slc.read(f"<SokobanLevels>{text}</SokobanLevels>")
    assert collection.header.properties == (("copyright", "Ann"),)
    given = [dict(entry.properties).get("copyright") for entry in collection]
    assert given == [None, "Cy", "Bob", "Cy", None, "Cy"]


def test_several_copyrights_of_a_level_are_one_attribute_in_slc() -> None:
    (entry,) = read_bytes(f"{ROOM}Copyright: Ann\nCopyright: Bob\nCopyright:\n", Reading(lenient=True))
    assert slc.read(WRITERS["slc"]([entry]))[0].properties == (("copyright", "Ann; Bob"),)


def test_titles_in_slc_keep_their_spaces() -> None:
    (entry,) = read_bytes(f"{ROOM}Title: a  b\u3000c\n")
    assert slc.read(WRITERS["slc"]([entry]))[0].title == "a  b\u3000c"


def test_the_items_of_a_header_and_an_entry_are_what_they_say_besides_boards() -> None:
    (entry,) = read_bytes(f"{ROOM}Title: x\nAuthor: Ann\nDate:\nnote\nSolution: R\nSnapshot: r\n", Reading())
    assert [item[1:] for item in items_of(entry)] == [
        ("title", ""),
        ("property", "author"),
        ("notes", ""),
        ("solution", ""),
        ("snapshot", ""),
    ]
    assert [item.kind for item in items_of(HEADER)] == ["title", "property", "property", "property", "notes"]
    assert all(item.of_collection for item in items_of(HEADER))
    assert {name for name, writer in WRITERS.items() if all(map(writer.holds, items_of(entry)))} == {"xsb", "sok"}
    assert {name for name, writer in WRITERS.items() if all(map(writer.holds, items_of(HEADER)))} == {
        "xsb",
        "sok",
        "slc",
    }
