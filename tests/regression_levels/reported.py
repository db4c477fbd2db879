"""What users and trials reported as answered wrongly, where a level, a play or a text of a few lines shows it."""

from __future__ import annotations

from typing import NamedTuple

from sokospec.conformance import Fields

READING: Fields = {"lenient": False, "close": False, "limit": 1_000_000}


class Reported(NamedTuple):
    """A report: the kind of the case and what is given, what was wrong and how that shows, the test, the rules."""

    name: str
    kind: str
    given: Fields
    wrong: str
    why: str
    source: str
    rules: tuple[str, ...] = ()


REPORTED = (
    Reported(
        "player-after-symmetry",
        "level",
        {"level": "#####\n#@$.#\n#   #\n#####"},
        "A normal form puts the player on the first square of his region again after the symmetry, and promises that "
        "optimal solutions stay",
        "mirrored, the player stands behind the box no more: five moves where one is enough",
        "tests/regression_levels/test_regression_levels.py",
    ),
    Reported(
        "steps-enable-earlier-steps",
        "level",
        {"level": "#####\n#@* #\n#####\n# * #\n#  ##\n#####"},
        "The steps immovable, outer-walls and symmetry, applied twice, are the same as applied once",
        "outer walls that go leave another box that cannot move",
        "tests/regression_levels/test_regression_levels.py",
    ),
    Reported(
        "no-player",
        "single",
        {"text": "#####\n# $.#\n#####", "reading": READING},
        "A board without a player is a level without a solution",
        "it is no level: L1 is broken",
        "tests/regression_levels/test_regression_levels.py",
        ("L1",),
    ),
    Reported(
        "title-with-controls",
        "read",
        {"text": "#####\n#@$.#\n#####\nTitle: \u202eabc\u009b31m\n", "reading": READING},
        "A title is printed as it stands, with characters that turn the text round or that a terminal obeys",
        "the title is a text of the file, whatever is in it",
        "tests/regression_levels/test_regression_levels.py",
        ("F15",),
    ),
)
