"""Compose a level file of habits, with the truth about it: the boards, what belongs to each, and their solutions."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import NamedTuple

from fuzz.composed.habits import (
    DRAWINGS,
    ENCODINGS,
    FRAMES,
    HEADERS,
    HEADINGS,
    NOTATIONS,
    NOTES,
    SEPARATORS,
    WRAPPERS,
)
from fuzz.composed.known_levels import KnownLevel, known_levels

USUAL = 0.55
"""The share of files in which a kind of habit is the plain one (the first of its table)."""


class Truth(NamedTuple):
    """A level of the file, and the marks that belong to it and to no other."""

    level: KnownLevel
    marks: tuple[str, ...]
    has_play: bool


class Composed(NamedTuple):
    """A file, its habits by name, the marks of its header, and the truth about each level."""

    content: bytes
    habits: tuple[str, ...]
    header: tuple[str, ...]
    levels: tuple[Truth, ...]


def compose(seed: int) -> Composed:
    """Return the file of a seed: two to five levels, one habit of each kind.

    Every second file has exactly one or two habits that are not the plain ones, so that a fault is easy to name.
    """
    random_ = random.Random(seed)
    kinds: tuple[Mapping[str, object], ...] = (
        *(DRAWINGS, FRAMES, SEPARATORS, WRAPPERS, HEADERS, NOTES, ENCODINGS, HEADINGS, NOTATIONS),
    )
    unusual = set(random_.sample(range(len(kinds)), random_.randint(1, 2))) if seed % 2 else None
    names = [
        random_.choice(list(kind)) if (index in unusual if unusual else random_.random() > USUAL) else next(iter(kind))
        for index, kind in enumerate(kinds)
    ]
    drawing, frame, separator, wrapper, header, note, encoding, heading, notation = names
    if heading == "no play" and notation != "lurd":
        heading = names[7] = "heading"
    blocks, truths = [], []
    for number, level in enumerate(random_.sample(known_levels(), random_.randint(2, 5))):
        framed = FRAMES[frame](number)
        note_lines, note_marks = NOTES[note](number)
        play = HEADINGS[heading](NOTATIONS[notation](level.lurd))
        opening, closing = WRAPPERS[wrapper]
        board = [*opening, *DRAWINGS[drawing](level.rows), *closing]
        blocks.append([*framed.above, *board, *framed.below, *note_lines, *play])
        truths.append(Truth(level, (*framed.marks, *note_marks), bool(play)))
    header_lines, header_marks = HEADERS[header]
    lines = list(header_lines)
    for index, block in enumerate(blocks):
        lines += block if index == 0 else [*SEPARATORS[separator], *block]
    content = ENCODINGS[encoding]("\n".join(lines) + "\n")
    usual = {next(iter(kind)) for kind in kinds}
    return Composed(content, tuple(name for name in names if name not in usual), header_marks, tuple(truths))
