"""SLC: XML collections, `<Level Id=...><L>#####</L>...</Level>`; nothing outside the file is ever read."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from xml.parsers import expat
from xml.sax.saxutils import escape, quoteattr

from sokospec.errors import Defect, ParseError
from sokospec.formats import xsb
from sokospec.formats.collection import Collection, Entry
from sokospec.formats.drawing import Drawn, Reading, Row, level_of
from sokospec.formats.text import PLAIN, SYMBOL_OF

DTD = "SokobanLev.dtd"
ATTRIBUTES = {"copyright": "copyright"}
HEADER_FIELDS = ("title", "description", "email", "url")


@dataclass(slots=True)
class _Level:
    """One level as the parser meets it."""

    attributes: dict[str, str]
    line: int
    rows: list[tuple[int, int, str]] = field(default_factory=list)  # (line, column of the first symbol, text)


@dataclass(slots=True)
class _Document:
    """Everything the parser collects."""

    header: dict[str, str] = field(default_factory=dict)
    copyright: str = ""
    levels: list[_Level] = field(default_factory=list)


def read(data: str | bytes, reading: Reading | None = None) -> Collection:
    """Return the entries of an SLC file.

    Rule F11: the file is well-formed XML, declares no entities, and names no document type but SokobanLev.dtd, which
    is not read either.
    Rule F12: a level's Width and Height, where given, are those of its rows; lenient reading ignores them.

    Raises `ParseError` for F11.

    >>> text = '<SokobanLevels><Level Id="One"><L>#####</L><L>#@$.#</L><L>#####</L></Level></SokobanLevels>'
    >>> [(entry.title, entry.level.player) for entry in read(text)]
    [('One', Square(row=1, column=1))]
    """
    reading = reading or Reading()
    document = _parse(data)
    properties = tuple((key, document.header[key]) for key in HEADER_FIELDS[2:] if document.header.get(key))
    if document.copyright:
        properties += (("copyright", document.copyright),)
    notes = tuple(line.strip() for line in document.header.get("description", "").splitlines() if line.strip())
    return Collection.of(
        (_entry(number, level, reading) for number, level in enumerate(document.levels, start=1)),
        title=document.header.get("title", ""),
        properties=properties,
        notes=notes,
    )


def _parse(data: str | bytes) -> _Document:
    document = _Document()
    parser = expat.ParserCreate()
    path: list[str] = []
    text: list[str] = []

    def refuse(what: str) -> None:
        raise ParseError("F11", what, parser.CurrentLineNumber, parser.CurrentColumnNumber + 1)

    def doctype(_name: str, system: str | None, public: str | None, _internal: bool) -> None:
        if public is not None or (system is not None and system != DTD):
            refuse(f"the document type names {(public or system)!r}; only {DTD} is known, and nothing is fetched")

    def entity(*_declaration: object) -> None:
        refuse("the file declares an entity; entities are refused")

    def start(name: str, attributes: dict[str, str]) -> None:
        path.append(name.lower())
        text.clear()
        lowered = {key.lower(): value for key, value in attributes.items()}
        if path[-1] == "level":
            document.levels.append(_Level(lowered, parser.CurrentLineNumber))
        elif path[-1] == "levelcollection":
            document.copyright = lowered.get("copyright", "")
        elif path[-1] == "l" and document.levels:
            document.levels[-1].rows.append((parser.CurrentLineNumber, parser.CurrentColumnNumber + 1, ""))

    def end(_name: str) -> None:
        name = path.pop()
        content = "".join(text)
        text.clear()
        if name == "l" and document.levels and "level" in path:
            line, column, _ = document.levels[-1].rows[-1]
            document.levels[-1].rows[-1] = (line, column + len("<L>"), content)
        elif name in HEADER_FIELDS and len(path) <= 2:
            document.header.setdefault(name, content.strip())

    parser.StartDoctypeDeclHandler = doctype
    parser.EntityDeclHandler = entity
    parser.StartElementHandler = start
    parser.EndElementHandler = end
    parser.CharacterDataHandler = text.append
    try:
        parser.Parse(data, True)
    except expat.ExpatError as error:
        message = expat.ErrorString(error.code)
        raise ParseError("F11", f"the XML is not well-formed: {message}", error.lineno, error.offset + 1) from None
    except (LookupError, ValueError) as error:
        if isinstance(error, ParseError):
            raise
        raise ParseError("F11", f"the XML cannot be decoded: {error}", 1, 1) from None
    return document


def _entry(number: int, level: _Level, reading: Reading) -> Entry:
    title = level.attributes.get("id", "")
    properties = tuple((key, level.attributes[key]) for key in ATTRIBUTES if level.attributes.get(key))
    try:
        rows = [_row(line, column, text) for line, column, text in level.rows]
        if not rows:
            raise ParseError("F12", "the level has no rows; write each as <L>...</L>", level.line)
        flaws = list(_flaws(level, rows))
        if flaws and not reading.lenient:
            drawn = Drawn(defects=tuple(flaws))
        else:
            drawn = level_of(rows, reading, title)
            drawn = Drawn(drawn.level, drawn.defects, (*flaws, *drawn.repairs), drawn.warnings)
    except ParseError as error:
        drawn = Drawn(defects=(error.defect,))
    return Entry(number, drawn, title, properties, line=level.line)


def _row(line: int, column: int, text: str) -> Row:
    for offset, symbol in enumerate(text):
        if symbol not in SYMBOL_OF or symbol.isalpha():
            raise ParseError("F9", f"{symbol!r} is no symbol of a board", line, column + offset)
    symbols = "".join(SYMBOL_OF[symbol] for symbol in text)
    return Row(symbols.rstrip() if PLAIN.fullmatch(text) else "", line, range(column, column + len(text)))


def _flaws(level: _Level, rows: list[Row]) -> Iterable[Defect]:
    for name, size in (("width", max(len(row.symbols) for row in rows)), ("height", len(rows))):
        named = level.attributes.get(name)
        if named is not None and named != str(size):
            yield Defect("F12", f"the level names {name} {named[:20]!r} but draws {size}", level.line, 1)


def write(entries: Iterable[Entry], title: str = "") -> str:
    """Return an SLC file; recordings have no place in it. Raises `InvalidLevel`.

    >>> from sokospec.formats import xsb
    >>> print(write(xsb.read("#####\\n#@$.#\\n#####\\nTitle: One")).splitlines()[6])
        <Level Id="One" Width="5" Height="3">
    """
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        f'<!DOCTYPE SokobanLevels SYSTEM "{DTD}">',
        "<SokobanLevels>",
        f"  <Title>{escape(xml_text(title))}</Title>",
        "  <Description></Description>",
        "  <LevelCollection>",
    ]
    for entry in entries:
        board, state = entry.level.board, entry.level.state
        name = quoteattr(xml_text(entry.title))
        given = "".join(
            f" Copyright={quoteattr(xml_text(value))}" for key, value in entry.properties if key == "copyright"
        )
        lines.append(f'    <Level Id={name} Width="{board.width}" Height="{board.height}"{given}>')
        lines.extend(f"      <L>{row.rstrip()}</L>" for row in xsb.board_rows(board, state))
        lines.append("    </Level>")
    return "\n".join([*lines, "  </LevelCollection>", "</SokobanLevels>"]) + "\n"


def xml_text(text: str) -> str:
    """Return a text on one line without the characters that XML cannot hold.

    >>> xml_text("a\\x00b\\tc")
    'ab c'
    """
    allowed = (character for character in text if character >= " " or character in "\t\n\r")
    return xsb.one_line("".join(character for character in allowed if not 0xD800 <= ord(character) <= 0xDFFF))
