"""Titles of the rules by id."""

from __future__ import annotations

import re

TITLES = {
    "A1": "Solved state",
    "A2": "Solution",
    "B1": "Outside is wall",
    "B2": "Floor",
    "D1": "Distance and perft",
    "D2": "Dead state",
    "F1": "Steps",
    "F2": "Jumps and changes of the player",
    "F3": "Trimming",
    "F4": "Tabs",
    "F5": "Comment blocks",
    "F6": "Other games",
    "F7": "A file of levels has a level",
    "F8": "The frame",
    "F9": "Symbols",
    "F10": "The fields",
    "F11": "Nothing but the file",
    "F12": "Sizes",
    "F13": "A text for one level has one board",
    "F14": "Properties",
    "F15": "Titles",
    "F16": "Boards",
    "F17": "Plays",
    "F18": "Bytes",
    "F19": "Mail quotes",
    "F20": "Which format",
    "F21": "The lines of a plan",
    "F22": "The actions of a plan",
    "F23": "Wrappings of rows",
    "F30": "Symbols and counts",
    "F31": "One case",
    "F32": "Pushes of boxes",
    "F33": "Which reading counts",
    "F34": "Headings of solutions",
    "L1": "One player",
    "L2": "At least one box",
    "L3": "As many goals as boxes",
    "L4": "Pieces stand on floor",
    "L5": "A closed outer wall",
    "M1": "Moves",
    "M2": "Pushes",
    "M3": "Box lines",
    "M4": "Box changes",
    "M5": "Pushing sessions",
    "M6": "Player lines",
    "N1": "Reachable squares",
    "N2": "Normalised state",
    "N3": "Pushes from a state",
    "O1": "Fewest moves, fewest pushes",
    "O2": "Moves then pushes, pushes then moves",
    "P1": "Letters",
    "P2": "Case",
    "R1": "A count has something to count",
    "R2": "Brackets pair",
    "R3": "No more than the limit",
    "R4": "Counts start at 1",
    "S1": "State",
    "T1": "Walls stop the player",
    "T2": "A step without a push",
    "T3": "A push",
    "T4": "A blocked push",
    "U1": "Undo and redo",
    "V1": "Unsolvable level",
    "W1": "Boxes out of reach",
    "W2": "Goals out of reach",
}
"""`docs/reference/formats.md` has the rules F and R, `docs/background/rules.md` all others."""

_TAG = re.compile(r"\[([A-Z]\d+)\]")


def explain_rules(text: str) -> str | None:
    """Return the titles of the rules that a text names in brackets, or None.

    >>> explain_rules("the level has no box [L2]")
    'rules: L2, At least one box; for the text: sokospec explain L2'
    """
    ids = [each for each in dict.fromkeys(_TAG.findall(text)) if each in TITLES]
    if not ids:
        return None
    return (
        f"rules: {'; '.join(f'{each}, {TITLES[each]}' for each in ids)}; for the text: sokospec explain {' '.join(ids)}"
    )
