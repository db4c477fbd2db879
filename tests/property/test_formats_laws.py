"""Laws of the formats: what is written is read back, and what does not matter to a drawing changes nothing."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import product

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from property.level_pairs import levels_with_plays
from sokogen.strategies import grids, levels
from sokospec.board import Board, Level, Square, State
from sokospec.errors import LimitError, ParseError
from sokospec.formats import (
    WRITERS,
    Collection,
    Entry,
    Header,
    Reading,
    Recording,
    Writer,
    entry_of,
    lurd,
    read_bytes,
    rle,
    slc,
    xsb,
)
from sokospec.formats.entries import names_play
from sokospec.formats.lines import kind_of
from unit.formats.readings import collection_of

LETTERS = str.maketrans("#@+$* ", "WpPbB-")


def in_letters(entry: Entry) -> str:
    """Return an entry with its board in Sok's letters, unless rows that begin or end with floor make them ambiguous."""
    text, board = xsb.write_entry(entry), xsb.board_text(entry.level.board, entry.level.state)
    walled = all(row.strip("- ")[:1] in "#*" and row.strip("- ")[-1:] in "#*" for row in board.split("\n"))
    return (board.translate(LETTERS) if walled else board) + text.removeprefix(board)


ALL_WRITERS = {**WRITERS, "sok letters": Writer(in_letters, xsb.write_header, between="\n")}
every_writer = pytest.mark.parametrize("name", ALL_WRITERS)
every_text_writer = pytest.mark.parametrize("name", ["xsb", "sok", "sok letters"])

small_levels = levels(max_height=3, max_width=3)
texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
lines = texts.filter(lambda text: text == text.strip() and not re.search(r"[\r\n]", text))
notes = lines.filter(lambda text: bool(text) and text[0] not in ";>")
words = st.text(st.characters(codec="ascii", categories=["L"]), min_size=1, max_size=8)
keys = st.lists(words, min_size=1, max_size=4).map(lambda chosen: " ".join(chosen).lower())
one_property = st.tuples(keys, lines).filter(
    lambda pair: (
        kind_of(": ".join(pair)) == "property"
        and pair[0] not in ("title", "name", "set", "collection", "game", "comment")
    )
)
properties = st.lists(one_property, max_size=3, unique_by=lambda pair: pair[0])
"""With one value a key: strict reading refuses a second one, and writing makes a note of it."""
steps = st.text("udlrUDLR", min_size=1, max_size=150)


def in_lines(text: str, width: int) -> str:
    return "\n".join(text[start : start + width] for start in range(0, len(text), width))


@st.composite
def levels_in_surroundings(draw: st.DrawFn) -> Level:
    """Levels with walls, floor, boxes and goals around them that the player can never reach."""
    inner = draw(small_levels)
    top, left, bottom, right = (draw(st.integers(0, 2)) for _ in range(4))
    height, width = inner.board.height + top + bottom, inner.board.width + left + right
    outside = [
        Square(row, column)
        for row in range(height)
        for column in range(width)
        if not (top <= row < top + inner.board.height and left <= column < left + inner.board.width)
    ]
    pieces = draw(st.lists(st.sampled_from(outside), unique=True)) if outside else []
    half = len(pieces) // 3
    boxes, goals, walls = pieces[:half], pieces[half : 2 * half], pieces[2 * half :]

    def moved(squares: Iterable[Square], others: Iterable[Square]) -> frozenset[Square]:
        return frozenset(others) | {Square(row + top, column + left) for row, column in squares}

    used = {*pieces, *moved(inner.walls, ())}
    assume({0, height - 1} <= {square.row for square in used})
    assume({0, width - 1} <= {square.column for square in used})
    board = Board(width, height, moved(inner.walls, walls), moved(inner.goals, goals))
    (player,) = moved([inner.player], ())
    return Level(board, State(moved(inner.boxes, boxes), player))


@st.composite
def recordings(draw: st.DrawFn) -> Recording:
    """Plays of both kinds, in one line, in several, with run lengths, or with the jump of reverse mode."""
    kind = draw(st.sampled_from(["solution", "snapshot"]))
    play = draw(steps)
    shapes = [play, in_lines(play, draw(st.integers(1, 80))), rle.compress(play)]
    if kind == "snapshot":
        shapes.append(f"[]{play}")
    title = draw(lines | st.sampled_from(["Solution", "Best solution: short", "Snapshot 1/2", "SaveGame"]))
    return Recording(draw(st.sampled_from(shapes)), kind, title, tuple(draw(st.lists(notes, max_size=2))))


@st.composite
def entries(draw: st.DrawFn) -> Entry:
    """Entries with everything that the text formats can hold."""
    return Entry(
        1,
        entry_of(draw(small_levels)).drawn,
        draw(lines),
        tuple(draw(properties)),
        tuple(draw(st.lists(notes, max_size=3))),
        tuple(draw(st.lists(recordings(), max_size=3))),
    )


@st.composite
def headers(draw: st.DrawFn) -> Header:
    """Headers with everything that the text formats can hold."""
    return Header(
        draw(lines),
        tuple(draw(properties)),
        tuple(draw(st.lists(notes, max_size=3))),
        tuple(draw(st.lists(recordings(), max_size=2))),
    )


@st.composite
def collections(draw: st.DrawFn) -> Collection:
    """Collections of one to three entries with a header."""
    header, several = draw(headers()), draw(st.lists(entries(), min_size=1, max_size=3))
    numbered = [replace(entry, number=number) for number, entry in enumerate(several, start=1)]
    return collection_of(numbered, header)


def said(entry: Entry) -> object:
    """Return what must survive the text formats."""
    plays = [("".join(play.lurd.split()), play.kind, play.notes) for play in entry.recordings]
    return entry.level, entry.title, entry.properties, entry.notes, plays


@every_writer
@given(several=st.lists(levels(), min_size=1, max_size=3))
def test_reading_what_was_written_gives_the_same_levels(name: str, several: list[Level]) -> None:
    text = ALL_WRITERS[name]([entry_of(level) for level in several])
    assert [entry.level for entry in read_bytes(text)] == several


@every_writer
@given(level=levels_in_surroundings())
def test_parts_that_the_player_cannot_reach_survive_writing_and_reading(name: str, level: Level) -> None:
    assert read_bytes(ALL_WRITERS[name]([entry_of(level)]))[0].level == level


@every_writer
@given(level=levels_in_surroundings())
def test_bytes_in_utf_8_and_utf_16_read_like_text(name: str, level: Level) -> None:
    text = ALL_WRITERS[name]([entry_of(level)])
    assert read_bytes(text.encode())[0].level == level
    if name != "slc":  # its first line says UTF-8
        assert read_bytes(text.encode("utf-16"))[0].level == level


@every_text_writer
@given(several=st.lists(entries(), min_size=1, max_size=3))
def test_titles_properties_notes_and_recordings_survive_writing_and_reading(name: str, several: list[Entry]) -> None:
    back = list(read_bytes(ALL_WRITERS[name](several)))
    assert [said(entry) for entry in back] == [said(entry) for entry in several]
    for entry, given_entry in zip(back, several, strict=True):
        for play, given_play in zip(entry.recordings, given_entry.recordings, strict=True):
            if names_play(given_play.title, given_play.kind):
                assert play.title == given_play.title.lstrip("; \t>").rstrip(": ").strip()


@every_text_writer
@given(collection=collections())
def test_headers_survive_writing_and_reading_with_their_entries(name: str, collection: Collection) -> None:
    text = ALL_WRITERS[name](collection)
    back = read_bytes(text)
    assert back.warnings == ()
    assert replace(back.header, recordings=()) == replace(collection.header, recordings=())
    plays = [("".join(play.lurd.split()), play.kind, play.notes) for play in collection.header.recordings]
    assert [("".join(play.lurd.split()), play.kind, play.notes) for play in back.header.recordings] == plays
    assert [said(entry) for entry in back] == [said(entry) for entry in collection]
    assert ALL_WRITERS[name](back) == text


HEADINGS = ("Solution", "Solution:", "Solution 2", "Best solution:", "Solution: by me")


def test_solutions_without_steps_survive_writing_and_reading() -> None:
    for below in product([*HEADINGS, "R", "a note", "Title: X", ""], repeat=3):
        (entry,) = read_bytes("\n".join(["#####", "#@$.#", "#####", "", *below]))
        text = xsb.write_entry(entry)
        (back,) = read_bytes(text)
        assert said(back) == said(entry) and xsb.write_entry(back) == text
        titles = [[play.title for play in each.recordings if not play.lurd] for each in (entry, back)]
        assert titles[0] == titles[1]


@pytest.mark.parametrize(
    "rows",
    [
        "*****|#####|#@$.#|#####",
        "#####|#@$.#|#####|***",
        "*-#####|*-#@$.#|*-#####",
        "#-#####|#-#@$.#|#-#####",
        "#########|#-------#|#-#####-#|#-#@$.#-#|#-#####-#|#-------#|#########",
    ],
)
@pytest.mark.parametrize("title", ["", "Level #1"])
def test_symbols_around_a_level_are_not_taken_for_wrappings_of_what_was_written(rows: str, title: str) -> None:
    (entry,) = read_bytes(rows)
    (back,) = read_bytes(xsb.write_entry(replace(entry, title=title)))
    assert (back.level, back.title, back.drawn.repairs) == (entry.level, title, ())


@given(collection=collections(), names=st.lists(st.sampled_from([*WRITERS]), min_size=2, max_size=4))
def test_a_chain_of_formats_keeps_what_each_has_a_place_for(collection: Collection, names: list[str]) -> None:
    text = WRITERS["xsb"](collection)
    before = read_bytes(text)
    for name in names:
        text = WRITERS[name](read_bytes(text))
    after = read_bytes(text)
    assert [entry.level for entry in after] == [entry.level for entry in before]
    if set(names) <= {"xsb", "sok"}:
        assert text == WRITERS["xsb"](before)
    if set(names) <= {"xsb", "sok", "slc"}:
        assert [as_xml(entry.title) for entry in after] == [as_xml(entry.title) for entry in before]
        assert as_xml(after.header.title) == as_xml(before.header.title)
        assert in_any_order(after) == in_any_order(before)
        assert texts_in(after.header.notes) == texts_in(before.header.notes)


def in_any_order(collection: Collection) -> list[tuple[str, str]]:
    """Return the properties of a header that have a value which XML can hold."""
    return sorted((key, as_xml(value)) for key, value in collection.header.properties if as_xml(value))


def texts_in(notes: Iterable[str]) -> list[str]:
    return list(filter(None, map(as_xml, notes)))


def as_xml(text: str) -> str:
    return slc.xml_text(text).strip()


@every_writer
@given(several=st.lists(entries(), min_size=1, max_size=2))
def test_writing_what_was_read_gives_the_same_text_again(name: str, several: list[Entry]) -> None:
    text = ALL_WRITERS[name](several)
    assert ALL_WRITERS[name](read_bytes(text)) == text


@given(text=grids() | st.lists(grids() | lines | steps, max_size=4).map("\n".join))
def test_any_text_is_stable_after_it_was_written_once(text: str) -> None:
    written = WRITERS["xsb"](entry for entry in read_bytes(text, Reading(close=True)) if entry.drawn.level)
    if written:
        assert WRITERS["xsb"](read_bytes(written)) == written


@given(text=grids())
def test_lenient_reading_takes_what_strict_reading_takes_and_closing_takes_every_open_level(text: str) -> None:
    strict, lenient, closed = (
        read_bytes(text, reading) for reading in (Reading(), Reading(lenient=True), Reading(close=True))
    )
    for first, second, third in zip(strict, lenient, closed, strict=True):
        if first.drawn.level:
            assert first.drawn == second.drawn == third.drawn
        assert bool(second.drawn.level) == bool(third.drawn.level)
        assert "L5" not in [defect.rule for defect in (*second.drawn.defects, *third.drawn.defects)]


@given(text=grids())
def test_every_defect_of_a_drawing_names_a_place_in_the_text(text: str) -> None:
    rows = text.split("\n")
    width = max(map(len, rows))
    for entry in read_bytes(text):
        for flaw in (*entry.drawn.defects, *entry.drawn.warnings):
            assert flaw.line is not None and 1 <= flaw.line <= len(rows)
            assert flaw.column is not None and 1 <= flaw.column <= width


@pytest.mark.rule("F19")
@given(several=st.lists(entries(), min_size=1, max_size=2), quote=st.sampled_from([">", ">>", "> >", " >", "> > >"]))
def test_mail_quotes_change_nothing(several: list[Entry], quote: str) -> None:
    text = WRITERS["xsb"](several)
    quoted = "".join(f"{quote}{line}\n" for line in text.split("\n"))
    assert [said(entry) for entry in read_bytes(quoted)] == [said(entry) for entry in several]


@given(several=st.lists(entries(), min_size=1, max_size=2), end=st.sampled_from(["\r\n", "\r"]))
def test_line_ends_change_nothing(several: list[Entry], end: str) -> None:
    text = WRITERS["xsb"](several).replace("\n", end)
    assert [said(entry) for entry in read_bytes(text)] == [said(entry) for entry in several]


@given(level=levels_in_surroundings(), indents=st.integers(0, 20), mark=st.sampled_from(" -_\t"))
def test_the_indentation_of_a_whole_board_changes_nothing(level: Level, indents: int, mark: str) -> None:
    text = "".join(f"{mark * indents}{row}\n" for row in str(level).split("\n"))
    assert read_bytes(text)[0].level == level


@given(level=levels_in_surroundings(), choices=st.lists(st.sampled_from(" -_"), min_size=1, max_size=9))
def test_the_three_symbols_of_floor_are_the_same(level: Level, choices: Sequence[str]) -> None:
    rows = xsb.board_rows(level.board, level.state)
    drawn = [
        "".join(
            choices[(row + column) % len(choices)] if symbol == " " else symbol for column, symbol in enumerate(text)
        )
        for row, text in enumerate(rows)
    ]
    text = "\n".join(row if row.strip() else row.replace(" ", "-", 1) for row in drawn)
    assert read_bytes(text)[0].level == level


@given(level=levels_in_surroundings(), bars=st.lists(st.booleans(), min_size=1, max_size=5))
def test_rows_may_be_joined_with_bars(level: Level, bars: Sequence[bool]) -> None:
    rows = [row.replace(" ", "-") for row in xsb.board_rows(level.board, level.state)]
    joined = "".join(row + ("|" if bars[index % len(bars)] else "\n") for index, row in enumerate(rows))
    assume(all("#" in line for line in joined.split("\n") if line))
    assert read_bytes(joined)[0].level == level


# Run lengths: a tree is written as text, and expanded by recursion over the tree, which shares nothing with `expand`.

Tree = tuple[int, "str | list[Tree]"]
symbols = st.sampled_from("#-@$.udlr|")
counts = st.integers(0, 12)  # 0 stands for no count at all
trees: st.SearchStrategy[Tree] = st.recursive(
    st.tuples(counts, symbols), lambda inner: st.tuples(counts, st.lists(inner, max_size=4)), max_leaves=12
)


def encoded(tree: Tree) -> str:
    count, content = tree
    inside = content if isinstance(content, str) else f"({''.join(map(encoded, content))})"
    return f"{count or ''}{inside}"


def expanded(tree: Tree) -> str:
    count, content = tree
    inside = content if isinstance(content, str) else "".join(map(expanded, content))
    return inside * (count or 1)


@pytest.mark.rule("R1", "R2")
@given(forest=st.lists(trees, max_size=4))
def test_expanding_does_what_recursion_over_the_groups_does(forest: list[Tree]) -> None:
    text, meaning = "".join(map(encoded, forest)), "".join(map(expanded, forest))
    assume(len(meaning) <= 100_000)
    assert rle.expand(text).symbols == meaning
    assert rle.measure_expansion(text) == len(meaning)


@pytest.mark.rule("R3")
@given(tree=trees)
def test_a_text_expands_to_exactly_the_limit_but_to_no_more(tree: Tree) -> None:
    text, length = encoded(tree), len(expanded(tree))
    assume(0 < length <= 100_000)
    assume("()" not in re.sub(r"[0-9]+", "", text))  # a count that repeats nothing is refused when above the limit
    assert len(rle.expand(text, length).symbols) == length
    with pytest.raises(LimitError):
        rle.expand(text, length - 1)


@given(forest=st.lists(trees, max_size=4))
def test_every_offset_points_at_the_symbol_that_it_came_from(forest: list[Tree]) -> None:
    text = "".join(map(encoded, forest))
    assume(len("".join(map(expanded, forest))) <= 100_000)
    found = rle.expand(text)
    assert [text[offset] for offset in found.offsets] == list(found.symbols)


@given(text=st.text("019()a", max_size=12))
def test_a_text_expands_exactly_when_its_counts_and_brackets_are_in_order(text: str) -> None:
    in_order = re.sub(r"(?<![0-9])0*[1-9][0-9]*(?=[a(])", "", text)
    while "(" in in_order:
        smaller = re.sub(r"\(a*\)", "a", in_order)
        if smaller == in_order:
            break
        in_order = smaller
    try:
        rle.expand(text, 10**7)
    except LimitError:
        return
    except ParseError:
        assert set(in_order) - {"a"}
    else:
        assert not set(in_order) - {"a"}


@given(text=st.text(st.characters(exclude_categories=["Nd"], exclude_characters="()"), max_size=60))
def test_compressing_and_expanding_gives_the_text_back(text: str) -> None:
    assert rle.expand(rle.compress(text)).symbols == text


@pytest.mark.rule("F1")
@given(play=steps, width=st.integers(1, 80))
def test_steps_survive_writing_in_lines_and_with_run_lengths(play: str, width: int) -> None:
    assert lurd.parse(lurd.write(play)).steps == lurd.parse(in_lines(play, width)).steps == play
    assert lurd.parse(rle.compress(play)).steps == play
    assert lurd.parse("\n ".join(rle.compress(play))).steps == play


@pytest.mark.rule("F1")
@given(before=steps, after=steps)
def test_the_mark_of_the_current_position_is_no_step(before: str, after: str) -> None:
    assert lurd.parse(f"{before}*{after}") == lurd.Lurd(before + after, len(before))


@given(pair=levels_with_plays())
def test_a_play_of_a_level_is_found_with_the_level(pair: tuple[Level, str]) -> None:
    level, play = pair
    assume(play)
    entry = read_bytes(f"{level}\nSolution: {rle.compress(play)}\n")[0]
    assert entry.level == level and [lurd.parse(found.lurd).steps for found in entry.solutions] == [play]
