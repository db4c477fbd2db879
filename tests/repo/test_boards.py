"""No board of the repository stands in other people's collections, turned and mirrored or not."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path

import pytest

from repo.boards import Board, boards, drawn, turned_and_mirrored

ROOT = Path(__file__).resolve().parents[2]
COLLECTIONS = ROOT.parent / "shared" / "levels"
PICTURES = {".png", ".gif", ".svg", ".gz"}

BOXWORLD_1 = """\
########
###.####
### ####
###   .#
#.   ###
#### ###
####.###
########"""
SASQUATCH_41_LEFT = """\
###########
###   #####
###   #####
#  ...    #
#  . .    #
#  ...   ##
###   #####
###   #####
###   #####
###########"""
SASQUATCH_41_RIGHT = """\
###########
#####   ###
#####   ###
#####   ###
##   ...  #
#    . .  #
#    ...  #
#####   ###
#####   ###
###########"""
STEAMING_HOT = """\
##########
#........#
#        #
#. ......#
#        #
#...... .#
#        #
#        #
##########"""

PRINTED = "printed by a source, read and solved as printed in tests/sources/printed.py, which names its author"
NAMED: dict[str, str] = dict.fromkeys((BOXWORLD_1, SASQUATCH_41_LEFT, SASQUATCH_41_RIGHT, STEAMING_HOT), PRINTED)
"""Boards that the repository needs and credits to their authors, drawn without boxes and player, each with the reason.

A drawing that is no closed level is read as one board for each closed room: the halls of Sasquatch 41 are two.
"""

SMALL = 10
"""With fewer squares a board is one of those that a search for the hardest or the smallest of all comes to."""


def anybody_draws(board: Board) -> bool:
    """Say whether a board is no one's: a small one, or a plain room with one goal."""
    rows, columns = {row for (row, _), _ in board}, {column for (_, column), _ in board}
    is_room = len(board) == len(rows) * len(columns)
    return len(board) < SMALL or (is_room and sum(is_goal for _, is_goal in board) == 1)


@cache
def ours() -> Mapping[Board, Path]:
    """Return the boards of the repository, each with a file that holds it."""
    found: dict[Board, Path] = {}
    folders = [path for path in sorted(ROOT.iterdir()) if path.is_dir() and not path.name.startswith(".")]
    for path in [*ROOT.glob("*.*"), *(path for folder in folders for path in sorted(folder.rglob("*")))]:
        if path.is_file() and path.suffix not in PICTURES and "__pycache__" not in path.parts:
            for board in boards(path.read_text(encoding="utf-8", errors="replace")):
                found.setdefault(board, path)
    return found


def copies(collection: set[Board], found: Mapping[Board, Path]) -> list[str]:
    """Return the boards that stand in a collection and are neither anybody's nor named."""
    return [
        f"{path.name} has a board of a collection:\n{drawn(board)}"
        for board, path in found.items()
        if not anybody_draws(board)
        and drawn(board) not in NAMED
        and not collection.isdisjoint(turned_and_mirrored(board))
    ]


def test_no_board_of_ours_stands_in_a_collection() -> None:
    if not COLLECTIONS.is_dir():
        pytest.skip("no collections of levels are at hand beside the repository")
    files = [path for path in sorted(COLLECTIONS.rglob("*")) if path.is_file()]
    collection = {board for path in files for board in boards(path.read_text(encoding="latin-1"))}
    assert len(collection) > 1000
    assert copies(collection, ours()) == []


def test_the_boards_of_the_repository_are_found() -> None:
    assert len(ours()) > 500


HOUSE = """\
########
#  .   #
#@$ #  #
#.$  ###
########
"""


@pytest.mark.parametrize(
    "text",
    [
        f"; a title\n\n{HOUSE}\n",
        f"{HOUSE.replace(' ', '-')}Title: one",
        "".join(f"    >>> {line}\n" for line in HOUSE.splitlines()),
        "\n".join(f'        "{line}\\n"' for line in HOUSE.splitlines()),
        f'{{"level": "{HOUSE.replace(chr(10), chr(92) + "n")}"}}',
        f'"{HOUSE.rstrip().replace(chr(10), "|")}"',
        "8#|#2 .3 #|#@$ #2 #|#.$2 3#|8#",
        "A row of text with # signs.\n" + "\n".join(f"{line}   {line[::-1]}" for line in HOUSE.splitlines()),
    ],
    ids=["xsb", "sok", "docstring", "lines", "json", "bars", "runs", "beside"],
)
@pytest.mark.parametrize("moved", [HOUSE, HOUSE.replace("@$", "$@")], ids=["same", "played"])
def test_a_board_is_found_wherever_it_is_drawn_turned_and_mirrored_and_with_its_boxes_elsewhere(
    text: str, moved: str
) -> None:
    [there, *_] = boards(moved)
    for position in turned_and_mirrored(there):
        assert copies({position}, dict.fromkeys(boards(text), Path("page.md")))


def test_boards_that_anybody_draws_are_no_copies() -> None:
    for text in ("#####\n#@$.#\n#####", "######\n#@   #\n#  $ #\n#.   #\n######"):
        [board] = boards(text)
        assert copies({board}, {board: Path("page.md")}) == []


def test_what_is_no_board_is_none() -> None:
    for text in ("# A heading with a * and a +", "#####\n#@$.x\n#####", "#####\n#@ .#\n#####", "a@b #\n#", "#@$.#"):
        assert list(boards(text)) == []
