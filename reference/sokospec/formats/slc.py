"""SLC: XML collections, `<Level Id=...><L>#####</L>...</Level>`."""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial

from sokospec.errors import Defect, ParseError
from sokospec.formats import xsb
from sokospec.formats.collection import Collection, Entry, Header, Item, Properties
from sokospec.formats.drawing import Alphabet, Reading, Row, draw_level
from sokospec.formats.lines import LINE_END, property_of

_BEGINNING = re.compile(r"[\ufeff\s]*+<(?:\?xml|!doctype|!--|sokobanlevels)", re.IGNORECASE)
_DTD = "SokobanLev.dtd"
_ROOT = "SokobanLevels"
_HEADER_FIELDS = ("title", "description", "email", "url")
_HEADER_PROPERTIES = ("email", "url", "copyright")
_ALPHABET = Alphabet("a board", re.compile(r"[^#@+$*. _-]"), str.maketrans("-_", "  "))
_ESCAPED = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#x27;"})
_NOT_IN_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")


@dataclass(slots=True)
class _SlcRow:
    line: int
    pieces: list[str] = field(default_factory=list)
    columns: array[int] = field(default_factory=lambda: array("Q"))


@dataclass(slots=True)
class _SlcLevel:
    attributes: dict[str, str]
    line: int
    rows: list[_SlcRow] = field(default_factory=list)


def begins(text: str) -> bool:
    """Tell whether a text begins like XML, which is read as SLC."""
    return _BEGINNING.match(text) is not None


def read(data: str | bytes, reading: Reading | None = None) -> Collection:
    """Return the entries of an SLC file. Raises `ParseError` for F11.

    >>> text = '<SokobanLevels><Level Id="One"><L>#####</L><L>#@$.#</L><L>#####</L></Level></SokobanLevels>'
    >>> [(entry.title, entry.level.player) for entry in read(text)]
    [('One', Square(row=1, column=1))]
    """
    reading = reading or Reading()
    document = _Document(reading.limit)
    document.parse(data)
    fields = document.header
    properties, notes = _read_description(fields.get("description", ""))
    own = [(key, xsb.one_line(fields.get(key, ""))) for key in _HEADER_PROPERTIES]
    properties = (*properties, *((key, value) for key, value in own if value))
    levels = enumerate(document.levels, start=1)
    return Collection(
        tuple(partial(_entry, number, level, reading) for number, level in levels),
        Header(xsb.one_line(fields.get("title", "")), properties, notes),
    )


def _read_description(description: str) -> tuple[Properties, tuple[str, ...]]:
    lines = [line.strip() for line in LINE_END.split(description.rstrip())]
    if not lines[0]:
        lines = lines[1:]
    end = lines.index("") if "" in lines else len(lines)
    pairs = [property_of(line) for line in lines[:end]]
    properties = tuple(pair for pair in pairs if pair)
    if len(properties) < end or not all(value for _, value in properties):
        properties, end = (), 0
    return properties, tuple(filter(None, lines[end:]))


class _Document:
    def __init__(self, limit: int) -> None:
        self.header: dict[str, str] = {}
        self.levels: list[_SlcLevel] = []
        self._limit = limit
        self._depth = 0
        self._root = ""  # the name of the first element
        self._field: list[str] | None = None  # the text of the header's field that is open
        self._level: _SlcLevel | None = None  # the level that is open
        self._copyright = ""  # of the collection that is open, where it differs from the header's
        self._row: _SlcRow | None = None  # the row that is open
        from xml.parsers import expat  # no other format needs it

        self._expat = expat
        self._parser = expat.ParserCreate()
        self._parser.StartDoctypeDeclHandler = self._doctype
        self._parser.SkippedEntityHandler = self._refuse_entity
        self._parser.StartElementHandler = self._start
        self._parser.EndElementHandler = self._end
        self._parser.CharacterDataHandler = self._text

    def parse(self, data: str | bytes) -> None:
        """Parse the whole file.

        Rule F11: the file is well-formed XML, declares nothing, and no other document is read.
        """
        try:
            self._parser.Parse(data, True)
        except self._expat.ExpatError as error:
            message = self._expat.ErrorString(error.code)
            raise ParseError("F11", f"the XML is not well-formed: {message}", error.lineno, error.offset + 1) from None
        except ParseError:
            raise
        except (LookupError, ValueError) as error:
            raise ParseError("F11", f"the XML cannot be decoded: {error}", 1, 1) from None
        if not self.levels and self._root.lower() != _ROOT.lower():
            message = f"XML of another program: its root is <{self._root[:40]}>, that of SLC <SokobanLevels>"
            raise ParseError("F11", f"{message}; save the levels as text (XSB) there", 1, 1)

    def _refuse(self, what: str) -> None:
        raise ParseError("F11", what, self._parser.CurrentLineNumber, self._parser.CurrentColumnNumber + 1)

    def _doctype(self, _name: str, system: str | None, public: str | None, internal: bool) -> None:
        if public is not None or system not in (None, _DTD):
            self._refuse(
                f"the document type names {(public or system)!r}; only {_DTD} is known, and nothing is fetched"
            )
        if internal:
            self._refuse("the document type has declarations of its own; entities and the like are refused")

    def _refuse_entity(self, name: str, _is_parameter: bool) -> None:
        self._refuse(f"the entity {name!r} is not declared; entities are refused")

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        self._depth += 1
        self._root = self._root or name
        name = name.lower()
        attributes = {key.lower(): value for key, value in attributes.items()}
        if name == "level":
            attributes = {"copyright": self._copyright, **attributes}
            self._level = _SlcLevel(attributes, self._parser.CurrentLineNumber)
            self.levels.append(self._level)
        elif name == "levelcollection":
            given = attributes.get("copyright", "")
            first = self.header.setdefault("copyright", given)
            self._copyright = given if given != first else ""
        elif name == "l" and self._level:
            self._row = _SlcRow(self._parser.CurrentLineNumber)
            self._level.rows.append(self._row)
        elif name in _HEADER_FIELDS and self._depth == 2 and name not in self.header:
            self._field = []

    def _end(self, name: str) -> None:
        self._depth -= 1
        name = name.lower()
        if name == "level":
            self._level = None
        elif name == "l":
            self._row = None
        elif self._field is not None and self._depth == 1:
            self.header[name] = "".join(self._field)
            self._field = None

    def _text(self, text: str) -> None:
        if self._field is not None:
            self._field.append(text)
        elif self._row:
            text = text[: self._limit + 1 - len(self._row.columns)]
            first = self._parser.CurrentColumnNumber + 1
            self._row.pieces.append(text)
            self._row.columns.extend(range(first, first + len(text)))


def _entry(number: int, level: _SlcLevel, reading: Reading) -> Entry:
    title = level.attributes.get("id", "").strip()
    copyright_ = level.attributes.get("copyright")
    properties = (("copyright", copyright_),) if copyright_ else ()
    rows = [Row("".join(row.pieces), row.line, row.columns) for row in level.rows]
    drawn = draw_level(rows, _ALPHABET, partial(_flaws, level), reading, title)
    return Entry(number, drawn, title, properties, line=level.line)


def _flaws(level: _SlcLevel, rows: Sequence[Row]) -> Iterator[Defect]:
    """Yield the flaws of a level's sizes.

    Rule F12: a level's Width and Height, where given, are those of its rows.
    """
    if not rows:
        yield Defect("F12", "the level has no rows; write each as <L>...</L>", level.line)
    width = max((len(row.symbols.rstrip()) for row in rows), default=0)
    padded = max((len(row.symbols) for row in rows), default=0)
    for name, sizes in (("width", (width, padded)), ("height", (len(rows),))):
        named = level.attributes.get(name)
        if named is not None and named not in map(str, sizes):
            yield Defect("F12", f"the level names {name} {named[:20]!r} but draws {sizes[0]}", level.line, 1)


def write_foot() -> str:
    """Return the text after the levels."""
    return "  </LevelCollection>\n</SokobanLevels>\n"


def holds(item: Item) -> bool:
    """Tell whether SLC can store an item: a header except its plays, and a level's title and copyright."""
    if item.of_collection:
        return item.kind in ("title", "property", "notes")
    return item.kind == "title" or item[1:] == ("property", "copyright")


def write_header(header: Header) -> str:
    """Return the text before the levels; properties without an element of their own join the description."""
    own: dict[str, str] = {}
    others: list[str] = []
    for key, value in header.properties:
        if not value:
            continue
        if key in _HEADER_PROPERTIES and key not in own:
            own[key] = _escape(xml_text(value))
        else:
            others.append(f"{xsb.key_text(key)}: {value}")
    paragraphs = ["\n".join(map(xml_text, lines)) for lines in (others, header.notes)]
    description = "\n\n".join(paragraphs).rstrip("\n")
    if not others and not _read_description(description.strip())[0]:
        description = description.strip()  # no empty line is needed before notes that are not read as properties
    copyright_ = f' Copyright="{own["copyright"]}"' if "copyright" in own else ""
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        f'<!DOCTYPE SokobanLevels SYSTEM "{_DTD}">',
        "<SokobanLevels>",
        f"  <Title>{_escape(xml_text(header.title))}</Title>",
        f"  <Description>{_escape(description)}</Description>",
        *(f"  <{key.capitalize()}>{own[key]}</{key.capitalize()}>" for key in ("email", "url") if key in own),
        f"  <LevelCollection{copyright_}>",
    ]
    return "\n".join(lines) + "\n"


def write_entry(entry: Entry) -> str:
    """Return one `<Level>`."""
    rows = [row.rstrip() for row in xsb.board_rows(entry.level.board, entry.level.state)]
    name = f'"{_escape(xml_text(entry.title))}"'
    given = _escape(xml_text("; ".join(value for key, value in entry.properties if key == "copyright" and value)))
    copyright_ = f' Copyright="{given}"' if given else ""
    lines = [f'    <Level Id={name} Width="{max(map(len, rows))}" Height="{len(rows)}"{copyright_}>']
    lines.extend(f"      <L>{row}</L>" for row in rows)
    return "\n".join([*lines, "    </Level>"]) + "\n"


def xml_text(text: str) -> str:
    r"""Return a text on one line without the characters that XML cannot hold.

    >>> xml_text("a\x00b\tc")
    'ab c'
    """
    return xsb.one_line(_NOT_IN_XML.sub("", text)).replace("\t", " ")


def _escape(text: str) -> str:
    return text.translate(_ESCAPED)
