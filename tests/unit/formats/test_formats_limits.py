"""Texts made to exhaust a reader: each is read or refused by a process that has little memory and little time.

The process may take MEMORY bytes more than it has once everything is imported and the text is made, and SECONDS of
processor time; what it prints is the rule of the first error, or "fine". Nothing here measures time.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
MEMORY = 100 * 1024 * 1024
SECONDS = 20  # plenty for linear work on a slow machine, far too little for quadratic work on these texts

PROGRAM = """
import sys
from pathlib import Path
sys.path.insert(0, sys.argv[1])
from sokospec.errors import InvalidLevel, ParseError
from sokospec.formats import Reading, decode, lurd, read_bytes
from sokospec.formats.entries import explain_no_level
text = eval(sys.argv[2])
memory, seconds = int(sys.argv[3]), int(sys.argv[4])
pages = Path("/proc/self/statm")
if pages.exists():  # elsewhere than on Linux the limits on steps and squares alone must do
    import resource
    memory += int(pages.read_text().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
try:
    collection = read_bytes(text)
    for entry in collection:
        entry.level
        for play in entry.recordings:
            lurd.parse(play.lurd)
    if not len(collection):
        raise explain_no_level(text if isinstance(text, str) else decode(text), Reading())
    print("fine")
except InvalidLevel as error:
    print(error.defects[0].rule)
except ParseError as error:
    print(error.rule)
"""

ROOM = "#####\\n#@$.#\\n#####\\n"
BOMBS = {
    "a count": ("'999999999#'", "R3"),
    "a count in a board": ("'#@$.#|999999999#'", "R3"),
    "nine groups": ("'9(9(9(9(9(9(9(9(#))))))))'", "R3"),
    "groups in a board": ("'#@$.|9(9(9(9(9(9(9(9(#))))))))#'", "R3"),
    "open brackets": ("'(' * 100_000 + '#'", "R2"),
    "open brackets in a board": ("'#@' + '(' * 100_000 + '#'", "R2"),
    "groups of one": ("'#@' + '(' * 100_000 + '#' + ')' * 100_000 + '#'", "L2"),
    "closing brackets": ("'#@$.#' + ')' * 100_000 + '#'", "R2"),
    "a trailing count": ("'#@$.#|5#5'", "R1"),
    "a count of many digits": ("'#@' + '1' * 100_000 + '#'", "R3"),
    "zeros": ("'#@' + '0' * 100_000 + '#'", "R4"),
    "empty groups": ("'#@' + '9()' * 100_000 + '#'", "L2"),
    "a long row and short rows": ("'#@$.' + ' ' * 500_000 + '#\\n' + '#\\n' * 100_000", "R3"),
    "many rows of nothing": ("'#@|#' + '|' * 999_990 + '#'", "R3"),
    "many lines of many rows": ("'#@999990|#\\n' * 1_000", "R3"),
    "many lines of much floor": (f"'{ROOM}' + '9999-|\\n' * 100_000 + '#####'", "R3"),
    "many rows without a board": ("'999999#\\n' * 10_000", "F7"),
    "a title that looks like a bomb": (f"'# 999999# 3\\n' * 1_000 + '{ROOM}'", "fine"),
    "rows that are wrong at the end": ("'#@$.#\\n' + '999990#3\\n' * 10_000 + '#####\\n'", "R1"),
    "tabs": ("'#@' + '\\t' * 1_000_000 + '#\\n'", "R3"),
    "a wall with a foreign character": ("'#' * 20_000_000 + '\\xe9'", "F7"),
    "floor with a foreign character": ("'-' * 20_000_000 + '\\xe9'", "F7"),
    "walls around a foreign character": ("'#' * 10_000_000 + 'x' + '#' * 10_000_000", "F7"),
    "digits": ("'1' * 20_000_000", "R3"),
    "mail quotes": ("'>' * 20_000_000", "F7"),
    "comment marks": ("';' * 20_000_000", "F7"),
    "a board in one row": ("'#@' + '#' * 20_000_000", "R3"),
    "brackets in one row": ("'#@' + '()' * 10_000_000 + '#'", "R3"),
    "spaces in a title": (f"'{ROOM}Title:' + ' ' * 1_000_000 + 'x\\n'", "fine"),
    "spaces in a comment": (f"';' + ' ' * 1_000_000 + 'x\\n\\n{ROOM}'", "fine"),
    "spaces after the end of a comment": (f"'comment-end' + ' ' * 1_000_000 + 'x\\n\\n{ROOM}'", "fine"),
    "comments that open": (f"'comment: x\\n' * 50_000 + '{ROOM}'", "fine"),
    "comments that close": (f"'comment-end\\n' * 50_000 + 'comment:\\ncomment-end:\\n{ROOM}'", "fine"),
    "ornaments": (f"'- ' * 10_000_000 + 'x\\n\\n{ROOM}'", "fine"),
    "fences": (f"'<pre>' * 2_000_000 + 'x\\n' + '[code' * 2_000_000 + '\\n\\n{ROOM}'", "fine"),
    "row numbers": ("('1' + ' ' * 480 + '#x\\n') * 3_000", "F7"),
    "strings": ("('\"#' * 240 + '\\n') * 3_000", "F7"),
    "frames in frames": ("('|' * 200 + '#@' + '|' * 200 + '\\n') * 3_000", "L2"),
    "commas": ("('#@' + ',' * 480 + '\\n') * 3_000", "L1"),
    "walls of another program": ("('H' * 400 + '\\n') * 10_000", "F7"),
    "titles": (f"'{ROOM}' + 'Title: x\\n' * 50_000", "fine"),
    "plays": (f"'{ROOM}' + '\\nSolution\\nuuu\\n' * 20_000", "fine"),
    "lines": ("'\\n' * 2_000_000", "R3"),
    "steps": (f"'{ROOM}\\n9(9(9(9(9(9(9(9(u))))))))\\n'", "R3"),
    "steps and spaces": (f"'{ROOM}' + 'u ' * 5_000_000", "R3"),
    "players": ("('@#' * 100 + '\\n' + '#' * 200 + '\\n') * 100", "L1"),
    "lost boxes": (f"'{ROOM}' + ('#$' * 100 + '#\\n') * 100", "L3"),
    "nested elements": ("b'<?xml version=\"1.0\"?>' + b'<a>' * 100_000 + b'</a>' * 100_000", "F11"),
    "nested elements that never end": ("b'<?xml version=\"1.0\"?>' + b'<a>' * 100_000", "F11"),
    "nested rows": ("b'<SokobanLevels><Level/>' + b'<l>' * 100_000 + b'</l>' * 100_000 + b'</SokobanLevels>'", "F12"),
    "nested levels": ("b'<SokobanLevels>' + b'<Level><L>' * 20_000", "F11"),
    "character references": (
        "b'<SokobanLevels><Level><L>' + b'&#35;' * 200_000 + b'</L></Level></SokobanLevels>'",
        "L1",
    ),
    "a long row of XML": ("b'<SokobanLevels><Level><L>' + b'#' * 9_000_000 + b'</L></Level></SokobanLevels>'", "R3"),
    "many empty rows of XML": ("b'<SokobanLevels><Level>' + b'<L/>' * 100_000 + b'</Level></SokobanLevels>'", "L1"),
    "entities in entities": (
        "b'<!DOCTYPE a [<!ENTITY a \"aaaaaaaaaa\">'"
        " + b''.join(b'<!ENTITY %c \"%s\">' % (i, b'&%c;' % (i - 1) * 10) for i in range(98, 108)) + b']><a>&k;</a>'",
        "F11",
    ),
    "a default for an attribute": (
        "b'<!DOCTYPE a [<!ATTLIST Level x CDATA \"' + b'x' * 1_000_000 + b'\">]><a>' + b'<Level/>' * 100_000 + b'</a>'",
        "F11",
    ),
    "a block": ("'[soko=9,9]\\n' + 'H' * 20_000_000", "R3"),
    "a block of foreign symbols": ("'[soko=9,9]\\n' + ('?' * 300 + '\\n') * 300", "F8"),
    "a link": ("'lvl=' + 'H' * 20_000_000", "R3"),
    "an encoded link": ("'lvl=' + '%48' * 5_000_000", "R3"),
    "links in a link": ("'?lvl=' * 1_000_000 + ' x'", "F7"),
    "links": ("'?lvl=' * 300_000", "R3"),
    "rows of a link": ("'lvl=' + '|' * 200_000", "F10"),
}


@pytest.mark.rule("R3")
@pytest.mark.parametrize("name", BOMBS)
def test_a_text_made_to_exhaust_the_reader_is_read_or_refused_within_its_limits(name: str) -> None:
    text, answer = BOMBS[name]
    program = [sys.executable, "-c", PROGRAM, str(ROOT / "reference"), text, str(MEMORY), str(SECONDS)]
    ran = subprocess.run(program, capture_output=True, text=True, timeout=600, check=False)
    assert (ran.stdout.strip(), ran.stderr) == (answer, "")
