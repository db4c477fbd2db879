"""The cases of formats.json, with claims by hand about what must come out; generate.py compares both.

`levels` are claimed with `|` between the rows, None for a board that is no level; `defects` and the like as `L5 1:3`,
the rule, the line and the column, or as the rule alone.
"""

from __future__ import annotations

import base64
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, cast

from sokospec.conformance import Case, Fields, Json

LIMIT = 1_000_000
ONE = "#####|#@$.#|#####"
TWO = "######|#@$ .#|######"
XSB = "#####\n#@$.#\n#####\n"
XSB_TWO = "######\n#@$ .#\n######\n"


class Claimed(NamedTuple):
    """A case with what is claimed about the answer."""

    case: Case
    claims: Mapping[str, object]


def file(
    id: str,
    rules: str,
    content: str | bytes,
    *,
    lenient: bool = False,
    close: bool = False,
    limit: int = LIMIT,
    **claims: object,
) -> Claimed:
    """Return the case of a text, or of bytes, that is read as a file of levels."""
    reading: Fields = {"lenient": lenient, "close": close, "limit": limit}
    given: dict[str, Json] = {"reading": reading}
    if isinstance(content, bytes):
        given["base64"] = base64.b64encode(content).decode("ascii")
    else:
        given["text"] = content
    return Claimed(Case(id, "read", tuple(rules.split()), given, {}), claims)


def single(id: str, rules: str, content: str, error: str | None, *, lenient: bool = False) -> Claimed:
    """Return the case of a text that must hold exactly one level."""
    given: Fields = {"text": content, "reading": {"lenient": lenient, "close": False, "limit": LIMIT}}
    return Claimed(Case(id, "single", tuple(rules.split()), given, {}), {"error": error})


def steps(id: str, rules: str, content: str, *, limit: int = LIMIT, **claims: object) -> Claimed:
    """Return the case of a LURD text."""
    return Claimed(Case(id, "lurd", tuple(rules.split()), {"text": content, "limit": limit}, {}), claims)


def summary(kind: str, answer: Fields) -> dict[str, object]:
    """Return an answer in the words of the claims."""
    error = _place(answer["error"]) if answer["error"] else None
    if kind == "lurd":
        return {"steps": answer["steps"], "position": answer["position"], "error": error}
    if kind == "single":
        return {"error": error or "; ".join(_places(answer["defects"])) or None}
    levels = cast(Sequence[Mapping[str, Any]], answer["levels"])  # Any: the fields of READ in schema.py
    return {
        "error": error,
        "title": answer["title"],
        "plays": [play["lurd"] for play in cast(Sequence[Mapping[str, Json]], answer["plays"])],
        "file_repairs": _places(answer["repairs"]),
        "levels": [level["level"] and level["level"].replace("\n", "|") for level in levels],
        "titles": [level["title"] for level in levels],
        "properties": [[": ".join(pair) for pair in level["properties"]] for level in levels],
        "notes": [level["notes"] for level in levels],
        "lurds": [[play["lurd"] for play in level["recordings"]] for level in levels],
        "kinds": [[play["kind"] for play in level["recordings"]] for level in levels],
        "defects": [_places(level["defects"]) for level in levels],
        "warnings": [_places(level["warnings"]) for level in levels],
        "repairs": [_places(level["repairs"]) for level in levels],
    }


def _places(defects: Json) -> list[str]:
    return [_place(defect) for defect in cast(Sequence[Json], defects)]


def _place(defect: Json) -> str:
    fields = cast(Mapping[str, Json], defect)
    line, column = fields["line"], fields["column"]
    return f"{fields['rule']} {line or '-'}:{column or '-'}"


TEXT = [
    file("plain", "F16 F20", XSB, levels=[ONE], titles=[""], lurds=[[]], defects=[[]], error=None),
    file("floor-as-dash", "F16", "######\n#@$-.#\n######", levels=[TWO]),
    file("floor-as-underscore", "F16", "######\n#@$_.#\n######", levels=[TWO]),
    file("floor-as-all-three", "F16", "########\n#@$- _.#\n########", levels=["########|#@$   .#|########"]),
    file("floor-around-the-wall", "F3", "-######-\n_#@$-.#_\n-######-", levels=[TWO]),
    file("no-line-end-at-the-end", "F16", XSB.rstrip("\n"), levels=[ONE]),
    file("indented", "F3", "   #####\n   #@$.#\n   #####\n", levels=[ONE]),
    file("spaces-at-the-right", "F3", "#####  \n#@$.#   \n##### \n", levels=[ONE]),
    file("ragged", "F16", "####\n#@ ##\n# $.#\n#####\n", levels=["####|#@ ##|# $.#|#####"]),
    file("box-and-player-on-goals", "F16", "#######\n#+ $ *#\n#######\n", levels=["#######|#+ $ *#|#######"]),
    file("crlf", "F16", XSB.replace("\n", "\r\n"), levels=[ONE]),
    file("carriage-return-alone", "F16", XSB.replace("\n", "\r"), levels=[ONE]),
    file("utf-8-mark", "F16 F18", b"\xef\xbb\xbf" + XSB.encode(), levels=[ONE]),
    file(
        "utf-16",
        "F16 F18",
        b"\xff\xfe" + (XSB + "Title: \u00e9\n").encode("utf-16-le"),
        levels=[ONE],
        titles=["\u00e9"],
    ),
    file("utf-16-other-order", "F16 F18", b"\xfe\xff" + XSB.encode("utf-16-be"), levels=[ONE]),
    file("utf-8-title", "F15 F18", (XSB + "Title: \u00c9tude\n").encode(), titles=["\u00c9tude"]),
    file("latin-1-title", "F15 F18", XSB.encode() + b"Title: Fran\xe7ais\n", titles=["Fran\u00e7ais"], levels=[ONE]),
    file(
        "lines-in-two-encodings",
        "F18",
        XSB.encode() + "Title: \u00c9tude\n".encode() + b"Author: Fran\xe7ois\n",
        titles=["\u00c9tude"],
        properties=[["author: Fran\u00e7ois"]],
    ),
    file("tags-below-a-board", "F20", XSB + "<Title>x</Title>\n", levels=[ONE]),
    file("link-word-in-a-remark", "F20", XSB + "; the form lvl= is for links\n", levels=[ONE]),
    file("empty-text", "F16", "", levels=[], error=None),
    file("only-a-remark", "F16", "There is no level here.\n", levels=[], error=None),
    file("mail-quotes", "F19", "> #####\n> #@$.#\n> #####\n", levels=[ONE]),
    file(
        "mail-quotes-twice", "F19", ">> #####\n>> #@$.#\n>> #####\n>> Title: Quoted\n", levels=[ONE], titles=["Quoted"]
    ),
    file(
        "dash-row-between-rows",
        "F16 L5",
        "#####\n#@$.#\n#####\n-\n#####\n",
        levels=["#####|#@$.#|#####|-|#####"],
    ),
    file("bars-between-rows", "F16", "#####|#@$.#|#####\n", levels=[ONE]),
    file("bar-at-the-end", "F16", "#####|#@$.#|#####|\n", levels=[ONE]),
    file("bars-and-lines", "F16", "#####|#@$.#\n#####\n", levels=[ONE]),
    file("two-levels", "F16", XSB + "\n" + XSB_TWO, levels=[ONE, TWO]),
    file("two-levels-titles-below", "F15", XSB + "Title: A\n\n" + XSB_TWO + "Title: B\n", titles=["A", "B"]),
    file("two-levels-titles-above", "F15", "A\n\n" + XSB + "\nB\n\n" + XSB_TWO, titles=["A", "B"]),
    file("title-property-above", "F15", "Title: A\n\n" + XSB, titles=["A"], levels=[ONE]),
    file("name-above-and-below", "F15", "Name: A\n\n" + XSB + "\nName: B\n\n" + XSB_TWO, titles=["A", "B"]),
    file("title-before-name", "F15", XSB + "Name: A\nTitle: B\n", titles=["B"], properties=[["name: A"]]),
    file(
        "properties-above-boards",
        "F15",
        "; for all\nLevel: 1\nPassword: x\n\n" + XSB + "\nLevel: 2\nPassword: y\n\n" + XSB_TWO,
        levels=[ONE, TWO],
        properties=[["level: 1", "password: x"], ["level: 2", "password: y"]],
    ),
    file(
        "header-above-properties-below",
        "F15",
        "Title: Set\nAuthor: A\n\n" + XSB + "Title: A\n\n" + XSB_TWO + "Title: B\n",
        title="Set",
        titles=["A", "B"],
        properties=[[], []],
    ),
    file(
        "header-above-boards-alone",
        "F15",
        "Title: Set\nAuthor: A\n\n" + XSB + "\n" + XSB_TWO,
        title="Set",
        titles=["", ""],
        properties=[[], []],
    ),
    file(
        "header-ends-with-a-line-of-text",
        "F15",
        "Set: S\nAuthor: A\n\nFree to copy.\n\n" + XSB + "\n" + XSB_TWO,
        title="S",
        titles=["", ""],
        notes=[[], []],
    ),
    file(
        "header-above-titles-below",
        "F15",
        "Collection: C\n\n" + XSB + "First\n\n" + XSB_TWO + "Second\n",
        title="C",
        titles=["First", "Second"],
        levels=[ONE, TWO],
    ),
    file(
        "header-and-properties-above",
        "F15",
        "Title: Set\nAuthor: S\n\nTitle: A\nAuthor: X\n\n" + XSB + "\nTitle: B\nAuthor: Y\n\n" + XSB_TWO,
        title="Set",
        titles=["A", "B"],
        properties=[["author: X"], ["author: Y"]],
    ),
    file("title-in-any-case", "F14", XSB + "TITLE: Loud\n", titles=["Loud"]),
    file("title-after-semicolon", "F15", "; 1\n\n" + XSB + "\n; 2\n\n" + XSB_TWO, titles=["1", "2"], levels=[ONE, TWO]),
    file("title-with-digits-and-walls", "F15", "#50 (3)\n\n" + XSB, levels=[ONE], titles=["#50 (3)"]),
    file("properties", "F14", XSB + "Author: Me\nDate : 2001\n", properties=[["author: Me", "date: 2001"]]),
    file("second-value", "F14", XSB + "Date: 1\nDate: 2\n", levels=[None], defects=[["F14 5:-"]]),
    file("second-value-lenient", "F14", XSB + "Date: 1\nDate: 2\n", lenient=True, levels=[ONE], repairs=[["F14 5:-"]]),
    file("property-without-value", "F14", XSB + "Author:\n", properties=[["author: "]]),
    file("address-is-no-property", "F14", XSB + "http://example.org\n", properties=[[]]),
    file("title-line-below", "F15", XSB + "; not easy\n", titles=["not easy"], notes=[[]], levels=[ONE]),
    file("comment-lines-below", "F15", XSB + "; not easy\n; really\n", titles=[""], notes=[["not easy", "really"]]),
    file("comment-line-below-title", "F15", XSB + "Title: x\n; not easy\n", titles=["x"], notes=[["not easy"]]),
    file("comment-block", "F5", XSB + "Comment:\nfirst\nsecond\nComment-End:\n", notes=[["first", "second"]]),
    file("comment-block-any-case", "F5", XSB + "COMMENT:\nx\ncomment-end:\n", notes=[["x"]]),
    file("comment-block-holds-a-board", "F5", XSB + "Comment:\n" + XSB_TWO + "Comment-End:\n", levels=[ONE]),
    file("comment-block-holds-steps", "F5", XSB + "Comment:\nrrll\nComment-End:\n\nSolution\nR\n", lurds=[["R"]]),
    file("comment-on-one-line", "F5 F14", XSB + "Comment: short\n", levels=[ONE], error=None),
    file("comment-never-closed", "F5", XSB + "Comment:\na\n", levels=[ONE], notes=[["a"]], file_repairs=["F5 4:1"]),
    file("comment-never-closed-lenient", "F5", XSB + "Comment:\nlost\n", lenient=True, file_repairs=["F5 4:1"]),
    file(
        "comment-never-closed-in-the-first-of-two",
        "F5",
        XSB + "Title: A\nComment:\na\nb\n\n" + XSB_TWO + "Title: B\n",
        levels=[ONE, TWO],
        titles=["A", "B"],
        notes=[["a", "b"], []],
        file_repairs=["F5 5:1"],
    ),
    file("row-numbers", "F23", "1 ######\n2 #@$ .#\n3 ######\n", levels=[TWO], repairs=[["F23 1:1"]]),
    file("row-numbers-or-run-lengths", "F23", "4 #####\n5 #@$.#\n6 #####\n", levels=[None], defects=[["F23 1:2"]]),
    file("ruler-and-row-numbers", "F23", "  ABCDEF\n0|######\n1|#@$ .#\n2|######\n", levels=[TWO], titles=[""]),
    file("frame", "F23", "+--------+\n| ###### |\n| #@$ .# |\n| ###### |\n+--------+\n", levels=[TWO]),
    file("strings", "F23", '"######",\n"#@$ .#",\n"######"\n', levels=[TWO], repairs=[["F23 1:1"]]),
    file("full-width", "F23", "\uff03" * 6 + "\n#@$\u3000.#\n######\n", levels=[TWO], repairs=[["F23 1:1"]]),
    file("other-symbols", "F9", "HHHHH\nHa$.H\nHHHHH\n\n" + XSB, levels=[None, ONE], defects=[["F9 1:1"], []]),
    file("xml-of-another-program", "F11", "<?xml version='1.0'?><a><b>#####</b></a>", error="F11 -:-"),
    file("stars-above-a-board", "F16", "*****\n" + XSB, levels=[ONE], repairs=[["F23 2:1"]]),
    file("mail-quote-of-one-line", "F19", "> 5#|#@$.#|5#\n", levels=[ONE]),
    file("boards-between-dashes", "F16", XSB + "-----\n" + XSB_TWO + "-----\n" + XSB, levels=[ONE, TWO, ONE]),
    file("boards-between-stars", "F16", "******\n" + XSB + "******\n" + XSB_TWO, levels=[ONE, TWO]),
    file("boards-between-dots", "F16", ".....\n" + XSB + ".....\n" + XSB_TWO, levels=[ONE, TWO]),
    file("boards-without-a-blank-line", "F16", XSB + XSB_TWO, levels=[ONE, TWO]),
    file("boards-between-commas", "F15 F16", XSB + ",\n" + XSB_TWO + ",\n", levels=[ONE, TWO], titles=["", ""]),
    file("boards-between-nul", "F15 F16", "A\n" + XSB + "\0\n" + XSB_TWO, levels=[ONE, TWO], titles=["A", ""]),
    file("boards-in-fences", "F15 F16", f"```\n{XSB}```\n\n```\n{XSB_TWO}```\n", levels=[ONE, TWO], titles=["", ""]),
    file("board-in-html", "F15 F16", f"<pre>\n{XSB}</pre>\n", levels=[ONE], titles=[""], notes=[[]]),
    file(
        "titles-of-digits-and-dashes",
        "F15 F16",
        f"1-1\n{XSB}\n1-2\n{XSB_TWO}",
        levels=[ONE, TWO],
        titles=["1-1", "1-2"],
    ),
    file(
        "paragraphs-above-boards",
        "F15",
        f"; for all\n\nA\n1\n{XSB}\nB\n2\n\n{XSB_TWO}",
        levels=[ONE, TWO],
        titles=["A", "B"],
        notes=[["1"], ["2"]],
    ),
    file(
        "paragraphs-below-boards",
        "F15",
        f"Set\nof two\n\n{XSB}\nB\n2\n\n{XSB_TWO}\nC\n3\n",
        levels=[ONE, TWO],
        titles=["", ""],
        notes=[["B", "2"], ["C", "3"]],
    ),
    file(
        "boards-between-begin-and-end",
        "F15 F16",
        f"A\nBEGIN\n{XSB}END\n\nB\nBEGIN\n{XSB_TWO}END\n",
        levels=[ONE, TWO],
        titles=["A", "B"],
        notes=[[], []],
    ),
    file(
        "title-below-an-inline-play",
        "F15",
        f"1-1\n{XSB}Solution: R\n\n1-2\n{XSB_TWO}",
        levels=[ONE, TWO],
        titles=["1-1", "1-2"],
    ),
    file("steps-of-w-above-a-board", "F16", f"{XSB}\nSolution\nW\n-----\n{XSB_TWO}", levels=[ONE, TWO]),
    file("tab-before-the-wall", "F4", "\t#####\n\t#@$.#\n\t#####\n", levels=[ONE]),
    file("tab-inside", "F4", "##########\n#@$\t.#\n##########\n", levels=[None], defects=[["F4 2:4"]]),
    file("tab-inside-lenient", "F4", "##########\n#@$\t.#\n##########\n", lenient=True, repairs=[["F4 2:4"]]),
    file("game-hexoban", "F6", XSB + "Game: Hexoban\n", levels=[None], defects=[["F6 1:-"]]),
    file("game-sokoban", "F6", XSB + "Game: Sokoban\n", levels=[ONE]),
]

PLAYS = [
    file("solution-below", "F17", XSB + "\nSolution\nR\n", lurds=[["R"]], kinds=[["solution"]]),
    file("solution-on-its-line", "F17", XSB_TWO + "Solution: RR\n", lurds=[["RR"]]),
    file("solution-named-with-colon", "F17", XSB_TWO + "\nSolution:\nRR\n", lurds=[["RR"]]),
    file("solution-without-a-name", "F17", XSB_TWO + "\nRR\n", lurds=[["RR"]], kinds=[["solution"]]),
    file("solution-in-two-lines", "F17", XSB_TWO + "\nSolution\nRl\nrR\n", lurds=[["RlrR"]]),
    file("solution-with-run-lengths", "F17 F1", XSB_TWO + "\nSolution\n2R2l\n", lurds=[["RRll"]]),
    file("solution-with-groups", "F17 F1", XSB_TWO + "\nSolution\nR3(lr)R\n", lurds=[["RlrlrlrR"]]),
    file(
        "two-solutions",
        "F17",
        XSB_TWO + "\nSolution\nRR\n\nSecond Solution\nRlrR\n",
        lurds=[["RR", "RlrR"]],
        kinds=[["solution", "solution"]],
    ),
    file("snapshot", "F17", XSB_TWO + "\nSnapshot\nR\n", lurds=[["R"]], kinds=[["snapshot"]]),
    file("saved-game", "F17", XSB_TWO + "\nSaveGame 1/1\nR\n", kinds=[["snapshot"]]),
    file("snapshot-with-position", "F17 F1", XSB_TWO + "\nSnapshot\nR*lr\n", lurds=[["Rlr"]]),
    file("solutions-of-two-levels", "F17", XSB + "\nR\n\n" + XSB_TWO + "\nRR\n", lurds=[["R"], ["RR"]]),
    file("steps-without-a-level", "F17", "RRurrdL\n", levels=[], plays=["RRurrdL"]),
    file("wrong-solution-is-kept", "F17", XSB + "\nSolution\nllll\n", lurds=[["llll"]]),
    file("solution-with-open-bracket", "F17 R2", XSB + "\nSolution\n2(R\n", lurds=[[None]]),
]

SOK = [
    file("sok-letters", "F16", "WWWWW\nWpb.W\nWWWWW\n", levels=[ONE]),
    file("sok-letters-on-goals", "F16", "WWWWWWW\nWP-b-BW\nWWWWWWW\n", levels=["#######|#+ $ *#|#######"]),
    file("sok-both-alphabets", "F16", "WWWWWW\n#@b-.W\n######\n", levels=[TWO]),
    file("run-lengths", "F16 R1", "5#\n#@$.#\n5#\n", levels=[ONE]),
    file("run-lengths-on-one-line", "F16 R1", "5#|#@$.#|5#\n", levels=[ONE]),
    file("run-lengths-two-digits", "R1", "12#|#@$8-.#|12#\n", levels=["############|#@$        .#|############"]),
    file("run-length-of-one", "R1", "5#|1#1@1$1.1#|5#\n", levels=[ONE]),
    file("run-length-leading-zeros", "R1 R4", "005#|#@$.#|5#\n", levels=[ONE]),
    file("group", "R1 R2", "2(3#)|#@2-$#|#3-.#|6#\n", levels=["######|#@  $#|#   .#|######"]),
    file("group-without-a-count", "R2", "(5#)|#(@$).#|5#\n", levels=[ONE]),
    file("groups-in-groups", "R2", "2(2(#)#)|#@$-.#|2(3#)\n", levels=[TWO]),
    file("group-over-rows", "R2", "6#|#@3-#|2(#-$.-#|)6#\n", levels=["######|#@   #|# $. #|# $. #|######"]),
    file("run-of-bars", "R1", "#####|#@$.#|#####2|\n", levels=["#####|#@$.#|#####"]),
]

BROKEN_RUNS = [
    file("count-at-the-end", "R1", "5#|#@$.#|5#3\n", levels=[None], defects=[["R1 1:12"]]),
    file("count-before-closing-bracket", "R1", "5#|#@$.#|2(2#3)#\n", levels=[None], defects=[["R1 1:15"]]),
    file("bracket-never-closed", "R2", "5#|#@$.#|(5#\n", levels=[None], defects=[["R2 1:10"]]),
    file("bracket-never-opened", "R2", "5#|#@$.#|5#)#\n", levels=[None], defects=[["R2 1:12"]]),
    file("brackets-never-closed", "R2", "#@$.#|" + "(" * 2000 + "#\n", levels=[None], defects=[["R2 1:2006"]]),
    file("count-of-zero", "R4", "5#|#@$.#|5#0#\n", levels=[None], defects=[["R4 1:13"]]),
    file("too-long", "R3", "#@$.#|999999999#\n", levels=[None], defects=[["R3 1:13"]]),
    file("too-long-by-groups", "R3", "#@$.#|9(9(9(9(9(9(9(9(#))))))))#\n", levels=[None]),
    file("too-many-rows", "R3", "#@$.#|99999(#|)#\n", limit=1000, levels=[None]),
    file("limit-just-kept", "R3", "5#|#@$.#|5#\n", limit=17, levels=[ONE]),
    file("limit-of-a-plain-board", "R3", XSB, limit=14, levels=[None]),
    file("limit-of-a-plain-board-kept", "R3", XSB, limit=15, levels=[ONE]),
]

MF8 = [
    file("mf8", "F8 F20", "[soko=5,3]\nHHHHH\nHa$.H\nHHHHH\n[/soko]\n", levels=[ONE]),
    file(
        "mf8-floor-and-goals",
        "F8 F9",
        "[soko=7,3]\nHHHHHHH\nHx_$_*H\nHHHHHHH\n[/soko]",
        levels=["#######|#+ $ *#|#######"],
    ),
    file("mf8-size-zero", "F8", "[soko=0,0]\nHHHHH\nHa$.H\nHHHHH\n[/soko]\n", levels=[ONE], defects=[[]]),
    file("mf8-upper-case-header", "F8", "[SOKO=5,3]\nHHHHH\nHa$.H\nHHHHH\n[/SOKO]\n", levels=[ONE]),
    file("mf8-text-around", "F8", "Hello\n[soko=5,3]\nHHHHH\nHa$.H\nHHHHH\n[/soko]\nBye\n", levels=[ONE]),
    file("mf8-two-blocks", "F8", "[soko=5,3]\nHHHHH\nHa$.H\nHHHHH\n[/soko]\n" * 2, levels=[ONE, ONE]),
    file("mf8-wrong-size", "F8", "[soko=6,3]\nHHHHH\nHa$.H\nHHHHH\n[/soko]\n", levels=[None], defects=[["F8 1:1"]]),
    file(
        "mf8-wrong-size-lenient", "F8", "[soko=6,3]\nHHHHH\nHa$.H\nHHHHH\n[/soko]\n", lenient=True, repairs=[["F8 1:1"]]
    ),
    file("mf8-never-closed", "F8", "[soko=5,3]\nHHHHH\nHa$.H\nHHHHH\n", levels=[None], defects=[["F8 1:1"]]),
    file("mf8-never-closed-lenient", "F8", "[soko=5,3]\nHHHHH\nHa$.H\nHHHHH\n", lenient=True, levels=[ONE]),
    file("mf8-foreign-symbol", "F9", "[soko=5,3]\nHHHHH\nHa$?H\nHHHHH\n[/soko]\n", levels=[None]),
    file("mf8-open-level", "L5", "[soko=4,3]\nHHHH\nHa$.\nHHHH\n[/soko]\n", levels=[None]),
]

URL = [
    file("link", "F10 F20", "https://example.org/play?w=5&h=3&lvl=HHHHH|Ha$.H|HHHHH\n", levels=[ONE]),
    file("link-query-alone", "F10", "w=5&h=3&lvl=HHHHH|Ha$.H|HHHHH", levels=[ONE]),
    file("link-fields-in-any-order", "F10", "lvl=HHHHH|Ha$.H|HHHHH&h=3&w=5", levels=[ONE]),
    file("link-encoded", "F10", "w=5&h=3&lvl=HHHHH%7CHa%24.H%7CHHHHH", levels=[ONE]),
    file("link-two-lines", "F10", "w=5&h=3&lvl=HHHHH|Ha$.H|HHHHH\n" * 2, levels=[ONE, ONE]),
    file("link-floor", "F10", "w=6&h=3&lvl=HHHHHH|Ha$_.H|HHHHHH", levels=[TWO]),
    file("link-without-size", "F10", "lvl=HHHHH|Ha$.H|HHHHH", levels=[None], defects=[["F10 1:1", "F10 1:1"]]),
    file("link-without-size-lenient", "F10", "lvl=HHHHH|Ha$.H|HHHHH", lenient=True, levels=[ONE]),
    file("link-wrong-height", "F10", "w=5&h=4&lvl=HHHHH|Ha$.H|HHHHH", levels=[None], defects=[["F10 1:1"]]),
    file("link-foreign-symbol", "F9", "w=5&h=3&lvl=HHHHH|Ha$?H|HHHHH", levels=[None]),
]

ROWS = "<L>#####</L><L>#@$.#</L><L>#####</L>"
HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'
SLC = [
    file(
        "slc", "F11 F20", f'<SokobanLevels><Level Id="One">{ROWS}</Level></SokobanLevels>', levels=[ONE], titles=["One"]
    ),
    file(
        "slc-whole",
        "F11 F12",
        HEAD + "<!DOCTYPE SokobanLevels SYSTEM 'SokobanLev.dtd'>\n<SokobanLevels>\n<Title>Set</Title>\n"
        '<LevelCollection Copyright="Me">\n'
        f'<Level Id="A &amp; B" Width="5" Height="3">\n{ROWS}\n</Level>\n</LevelCollection>\n</SokobanLevels>\n',
        levels=[ONE],
        titles=["A & B"],
        title="Set",
    ),
    file(
        "slc-two-levels",
        "F11",
        f'<SokobanLevels><Level Id="1">{ROWS}</Level><Level Id="2">{ROWS}</Level></SokobanLevels>',
        titles=["1", "2"],
    ),
    file(
        "slc-latin-1",
        "F11",
        b'<?xml version="1.0" encoding="ISO-8859-1"?>\n<SokobanLevels><Level Id="\xc9">'
        + f"{ROWS}</Level></SokobanLevels>".encode("ascii"),
        titles=["\xc9"],
    ),
    file("slc-entity", "F11", '<!DOCTYPE s [<!ENTITY e "#####">]><SokobanLevels>&e;</SokobanLevels>', error="F11 -:-"),
    file(
        "slc-other-document-type",
        "F11",
        '<!DOCTYPE SokobanLevels SYSTEM "http://example.org/x.dtd"><SokobanLevels></SokobanLevels>',
        error="F11 -:-",
    ),
    file("slc-not-closed", "F11", f"<SokobanLevels><Level>{ROWS}</SokobanLevels>", error="F11 -:-"),
    file("slc-cut-off", "F11", "<SokobanLevels><Level><L>##", error="F11 -:-"),
    file(
        "slc-wrong-width", "F12", f'<SokobanLevels><Level Id="" Width="9">{ROWS}</Level></SokobanLevels>', levels=[None]
    ),
    file(
        "slc-wrong-width-lenient",
        "F12",
        f'<SokobanLevels><Level Id="" Width="9">{ROWS}</Level></SokobanLevels>',
        lenient=True,
        levels=[ONE],
    ),
    file("slc-no-rows", "F12", '<SokobanLevels><Level Id="x"></Level></SokobanLevels>', levels=[None]),
    file(
        "slc-foreign-symbol",
        "F9",
        "<SokobanLevels><Level><L>#####</L><L>#@$x#</L><L>#####</L></Level></SokobanLevels>",
        levels=[None],
    ),
]

DRAWINGS = [
    file("open-level", "L5", "#####\n#@$. \n#####\n", levels=[None], defects=[["L5 2:5"]]),
    file("open-level-lenient", "L5 B1", "#####\n#@$.\n#####\n", lenient=True, levels=["#####|#@$.|#####"]),
    file("open-level-closed", "L5", "####\n#@$.\n####\n", close=True, levels=["######|######|##@$.#|######|######"]),
    file("no-player", "L1", "#####\n# $.#\n#####\n", levels=[None], defects=[["L1 1:1"]]),
    file("two-players", "L1", "######\n#@$.@#\n######\n", levels=[None], defects=[["L1 2:5"]]),
    file("all-defects-at-once", "L1 L3 L5", "######\n#@$$.@\n######\n", levels=[None]),
    file("hidden-box", "W1", "#######\n#@ .#$#\n#######\n", levels=["#######|#@ .#$#|#######"], warnings=[["W1 2:6"]]),
    file("hidden-goal", "W2", "#######\n#@$ #.#\n#######\n", warnings=[["W2 2:6"]]),
    file("row-with-a-foreign-symbol", "F9", "########\n#@ x $.#\n########\n", levels=[None], defects=[["F9 2:4"]]),
    single("one-level", "F13", XSB, None),
    single("two-levels-where-one-is-wanted", "F13", XSB + "\n" + XSB, "F13 5:-"),
    single("no-level", "F7", "nothing\n", "F7 -:-"),
    single("no-level-for-a-bracket", "R2", "5#|5#|(\n", "R2 1:7"),
    single("one-level-with-a-defect", "L3", "#####\n#@$ #\n#####\n", "L3 1:1"),
]

LURD = [
    steps("steps-plain", "F1", "rrUdlL", steps="rrUdlL", position=None, error=None),
    steps("steps-none", "F1", "", steps=""),
    steps("steps-run-lengths", "F1 R1", "3r4U", steps="rrrUUUU"),
    steps("steps-long-run", "F1 R1", "10R", steps="R" * 10),
    steps("steps-groups", "F1 R2", "2(3(dr)R)", steps="drdrdrRdrdrdrR"),
    steps("steps-group-without-count", "F1 R2", "(rr)U", steps="rrU"),
    steps("steps-empty-group", "F1 R2", "r5()U", steps="rU"),
    steps("steps-spaces", "F1", "r r\tU\n d", steps="rrUd"),
    steps("steps-count-broken-over-lines", "F1", "rr1\n0U", steps="rr" + "U" * 10),
    steps("steps-position", "F1", "rr*U", steps="rrU", position=2),
    steps("steps-position-at-the-end", "F1", "rrU*", steps="rrU", position=3),
    steps("steps-foreign-characters-stay", "F1", "rxU", steps="rxU"),
    steps("steps-jump", "F2", "rr[uu]R", error="F2 1:3"),
    steps("steps-player-change", "F2", "rr\n{d}R", error="F2 2:1"),
    steps("steps-count-at-the-end", "R1", "rr3", error="R1 1:3"),
    steps("steps-count-before-bracket", "R1", "2(r3)", error="R1 1:5"),
    steps("steps-bracket-never-closed", "R2", "r\n2(R", error="R2 2:2"),
    steps("steps-bracket-never-opened", "R2", "rR)", error="R2 1:3"),
    steps("steps-count-of-zero", "R4", "0R", error="R4 1:2"),
    steps("steps-too-many", "R3", "9(9(9(9(9(9(9(9(r))))))))", error="R3 1:24"),
    steps("steps-limit-kept", "R3", "17(r)", limit=17, steps="r" * 17),
    steps("steps-limit-passed", "R3", "18r", limit=17, error="R3 1:2"),
]

CASES = [*TEXT, *PLAYS, *SOK, *BROKEN_RUNS, *MF8, *URL, *SLC, *DRAWINGS, *LURD]
