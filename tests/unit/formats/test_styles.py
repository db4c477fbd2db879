"""Properties above boards or below them: files are composed from what is true of each level, and read back."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

import pytest

from sokospec.formats import Collection, read_bytes

ROOM = "#####\n#@$.#\n#####\n"
Pairs = tuple[tuple[str, str], ...]

HEADERS = {
    "no header": "",
    "a set": "Set: Sheds\nAuthor: Ann\n\n",
    "a title": "Title: Sheds\nAuthor: Ann\nCopyright: 2011 Ann\n\n",
    "an author and a notice": "Author: Ann\n\nFree to pass on.\n\n",
    "comments": "; Sheds\n; by Ann\n\n",
    "a comment above the properties": "; for the class\n",
}
KEYS = [("Level",), ("Level", "Password"), ("Name", "Author"), ("Title", "Author"), ("Author",), ("Title",)]


def properties(keys: Sequence[str], number: int) -> Pairs:
    return tuple((key, f"{key.lower()} of {number}") for key in keys)


def lines(pairs: Pairs) -> str:
    return "".join(f"{key}: {value}\n" for key, value in pairs)


def described(collection: Collection) -> list[Pairs]:
    """Return what is said of each level, with its title as the property that it came from."""
    return [(*((("", entry.title),) if entry.title else ()), *entry.properties) for entry in collection]


def expected(keys: Sequence[str], count: int) -> list[Pairs]:
    return [
        tuple(("" if key in ("Title", "Name") else key.lower(), value) for key, value in properties(keys, number))
        for number in range(count)
    ]


@pytest.mark.rule("F15")
@pytest.mark.parametrize("header", HEADERS)
@pytest.mark.parametrize("keys", KEYS, ids=" ".join)
@pytest.mark.parametrize("play", ["", "\nSolution\nR\n", "Solution: R\n"])
def test_properties_above_boards_describe_the_boards_below_them(header: str, keys: Sequence[str], play: str) -> None:
    for blank, gap, count in product(("", "\n"), ("\n", "\n\n"), (2, 5)):
        levels = [f"{lines(properties(keys, number))}{blank}{ROOM}{play}" for number in range(count)]
        collection = read_bytes(HEADERS[header] + gap.join(levels))
        assert described(collection) == expected(keys, count)
        assert collection.warnings == ()
        said = "".join(
            [collection.header.title, *collection.header.notes, *(value for _, value in collection.header.properties)]
        )
        assert ("Ann" in said) == ("Ann" in HEADERS[header])


@pytest.mark.rule("F15")
@pytest.mark.parametrize("header", [name for name in HEADERS if not name.endswith("properties")])
@pytest.mark.parametrize("keys", KEYS, ids=" ".join)
@pytest.mark.parametrize("play", ["", "\nSolution\nR\n"])
def test_properties_below_boards_describe_the_boards_above_them(header: str, keys: Sequence[str], play: str) -> None:
    for blank, gap, count in product(("", "\n"), ("\n", "\n\n"), (1, 2, 5)):
        levels = [f"{ROOM}{blank}{lines(properties(keys, number))}{play}" for number in range(count)]
        collection = read_bytes(HEADERS[header] + gap.join(levels))
        if count > 1 or header not in ("a title", "an author and a notice"):  # of one board, these may be its own
            assert described(collection) == expected(keys, count)
        assert collection.warnings == ()


@pytest.mark.rule("F15")
def test_a_header_above_boards_without_properties_is_not_of_the_first_level() -> None:
    for head in ("Title: Sheds\nAuthor: Ann\n\n", "Name: Sheds\n\n", "Author: Ann\n\n", "Set: Sheds\n\n"):
        collection = read_bytes(head + "\n".join([ROOM] * 3))
        assert described(collection) == [(), (), ()]
        assert collection.header.title == ("" if head == "Author: Ann\n\n" else "Sheds")
        assert collection.warnings == ()


@pytest.mark.rule("F15")
@pytest.mark.parametrize(
    ("head", "below", "properties"),
    [
        ("Title: Shed\nAuthor: Ann\n", "", (("", "Shed"), ("author", "Ann"))),
        ("Author: Ann\n", "", (("author", "Ann"),)),
        ("Level: 1\n", "", (("level", "1"),)),
        ("Title: Shed\n", "Author: Ann\n", (("", "Shed"), ("author", "Ann"))),
        ("Title: Sheds\n", "Title: Shed\n", (("", "Shed"),)),
        ("Copyright: Ann\n", "Title: Shed\n", (("", "Shed"),)),
        ("Set: Sheds\nTitle: Sheds\n", "", ()),
    ],
)
def test_of_one_board_the_properties_above_are_its_own_unless_it_has_them_or_they_name_a_set(
    head: str, below: str, properties: Pairs
) -> None:
    assert described(read_bytes(f"{head}\n{ROOM}{below}")) == [properties]


@pytest.mark.rule("F15")
@pytest.mark.parametrize("blank", ["", "\n"])
def test_a_key_below_the_last_board_tells_that_all_stand_below(blank: str) -> None:
    text = f"Title: Barns\nAuthor: Bob\n\n{ROOM}{blank}Title: Barn\nAuthor: Cy\n\n{ROOM}{blank}Title: Silo\n"
    collection = read_bytes(text)
    assert described(collection) == [(("", "Barn"), ("author", "Cy")), (("", "Silo"),)]
    assert (collection.header.title, collection.warnings) == ("Barns", ())


@pytest.mark.rule("F15")
def test_a_paragraph_above_a_board_may_begin_with_its_title() -> None:
    text = "\n".join(f"Shed {name}\nPassword: {name}\n\n{ROOM}" for name in "abc")
    assert described(read_bytes(text)) == [(("", f"Shed {name}"), ("password", name)) for name in "abc"]
    assert [entry.notes for entry in read_bytes(text)] == [(), (), ()]


@pytest.mark.rule("F15")
def test_a_footer_goes_to_the_last_level_and_changes_nothing_else() -> None:
    text = "\n".join(f"Level: {number}\n\n{ROOM}" for number in range(3)) + "\nCopyright: Ann\n"
    assert described(read_bytes(text)) == [
        (("level", "0"),),
        (("level", "1"),),
        (("level", "2"), ("copyright", "Ann")),
    ]


@pytest.mark.rule("F15")
@pytest.mark.parametrize(
    ("text", "described_levels", "message"),
    [
        (  # the third of four has none
            "".join(f"{head}\n{ROOM}\n" for head in ("Level: 0\n", "Level: 1\n", "", "Level: 3\n")),
            [(("level", "0"),), (("level", "1"),), (), (("level", "3"),)],
            "taken to describe the first level, and those between boards the board below them, but 1 board of 4 have",
        ),
        (  # one of three has
            f"Author: Ann\n\n{ROOM}\nAuthor: Bob\n\n{ROOM}\n{ROOM}\n{ROOM}",
            [(("author", "Bob"),), (), (), ()],
            "taken to describe the collection, and those between boards the board above them, but 2 boards of 4 have",
        ),
        (  # directly below boards, none below the last, and with other keys than above the first
            f"Title: Sheds\nAuthor: Ann\n\n{ROOM}Title: First\n\n{ROOM}",
            [(("", "First"),), ()],
            "taken to describe the collection, and those between boards the board above them, but such properties",
        ),
        (  # directly below boards, none below the last, and with the keys above the first
            f"Level: 0\n\n{ROOM}Level: 1\n\n{ROOM}Level: 2\n\n{ROOM}",
            [(("level", "0"),), (("level", "1"),), (("level", "2"),)],
            "taken to describe the first level, and those between boards the board below them, but such properties",
        ),
    ],
)
def test_a_file_that_leaves_its_style_open_is_read_with_a_warning(
    text: str, described_levels: list[Pairs], message: str
) -> None:
    collection = read_bytes(text)
    assert described(collection) == described_levels
    (warning,) = collection.warnings
    assert (warning.rule, warning.line) == ("F15", 1)
    assert message in warning.message
