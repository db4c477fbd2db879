"""Faults in the fast checker, one for each thing that it looks at, and copies of it with these faults, run in Python.

As in `faults`, each text stands exactly once in its module. A fault is noticed by a certificate about which the copy
does not say what the reference checker says. `python tests/mutants/checker/fast_faults.py` tries them all, and prints
by which each is noticed first.
"""

from __future__ import annotations

import gzip
import io
import re
import sys
from collections.abc import Callable, Iterator
from dataclasses import asdict
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

if __name__ == "__main__":  # run as a script: make the folder `tests` importable, as it is for the tests
    sys.path[0] = str(Path(__file__).resolve().parents[2])

import sokoverify
from corrupted.two_checkers import SORTS
from mutants.checker.changes import Fickle
from mutants.checker.copies import Change, changed
from mutants.checker.faults import Fault
from sokospec import Level
from sokospec.certificates.verify import verify
from unit.certificates.test_certificates_text import BACKWARDS, FACTS, OPTIMAL, REJECTED, SOLVED, UNSOLVABLE
from unit.certificates.test_fast_areas import AREAS, WRONG

FOLDER = Path(sokoverify.__file__).parent
MODULES = (
    *(
        "kernel_arrays",
        "text",
        "words",
        "head",
        "floor_squares",
        "box_table",
        "area_list",
        "grounds",
        "bounds",
        "line_kernels",
        "pattern_order",
        "closed_facts",
        "inside_states",
        "facts",
        "state_table",
    ),
    *("step_bounds", "successors", "closure", "verify"),
)
"""The modules, each after those that it imports."""


def copy_of(*changes: Change) -> Callable[..., Any]:
    """Return `verify` of a copy of the fast checker with some texts replaced; its kernels run in Python."""
    copied: dict[str, Any] = {}
    for name in MODULES:
        source = (FOLDER / f"{name}.py").read_text(encoding="utf-8")
        for change in changes:
            source = changed(source, change) if change.module == name else source
        source = re.sub(r"^from sokoverify\.(\w+) import", r"from copied_fast.\1 import", source, flags=re.MULTILINE)
        module = ModuleType(f"copied_fast.{name}")
        sys.modules[module.__name__] = module  # for the imports of the modules after it, and for dataclasses
        exec(compile(source.replace(".compiled(", "("), f"fast {name}.py", "exec"), module.__dict__)
        copied[name] = module
    verify: Callable[..., Any] = copied["verify"].verify
    return verify


def fault(what: str, module: str, old: str, new: str) -> Fault:
    """Return a fault in a module of `sokoverify`."""
    return Fault(what, (Change(module, old, new),))


FAULTS: dict[str, Fault] = {
    # The text.
    "end-not-looked-for": fault(
        "Text after the end is passed over",
        "text",
        "if self.at < len(self.data) or self._more():",
        "if self._more():",
    ),
    "cut-member": fault(
        "A packed file may end in the middle",
        "text",
        "    if not member.eof:\n        raise",
        "    if False:\n        raise",
    ),
    "other-symbols": fault("A line may hold any bytes", "text", "if not line.isascii():", "if False:"),
    "changed-file": fault(
        "The text may change between two times", "verify", "if self._digest not in (None, digest):", "if False:"
    ),
    "leading-zeros": fault(
        "A number of a state may begin with zeros", "line_kernels", " or (data[begin] == _ZERO and end - begin > 1)", ""
    ),
    "long-numbers": fault(
        "A number of a state may have ten digits", "line_kernels", "end - begin > 9", "end - begin > 10"
    ),
    "wall-is-floor": fault(
        "A wall may be named as a square", "line_kernels", " or squares.floor_of[value] == squares.n", ""
    ),
    "unordered-patterns": fault(
        "The squares of a pattern may have any order",
        "line_kernels",
        " or (count > 0 and box <= members[place[3] + count - 1])",
        "",
    ),
    "no-excess": fault(
        "A group may need nothing more",
        "line_kernels",
        "if value < 1:\n                    return",
        "if value < 0:\n                    return",
    ),
    # The head.
    "any-case": fault(
        "The case of a letter may be wrong", "head", "if letter.isupper() != (ahead in boxes):", "if False:"
    ),
    "box-into-box": fault("A box may be pushed onto a box", "head", "if beyond in boxes else", "if False else"),
    "unsolved": fault("A solution may end anywhere", "head", "    if missing:", "    if False:"),
    "other-cost": fault(
        "A solution may cost anything", "head", "claim.objective.cost(len(line) - 9, pushes) != claim.cost", "False"
    ),
    "other-level": fault("The level may be another", "head", "level != wanted", "False"),
    # One box alone.
    "three-directions": fault(
        "A box is pushed in three directions",
        "grounds",
        "            if other >= 0 and",
        "            if direction != 3 and other >= 0 and",
    ),
    "sides-forgotten": fault(
        "Where the player is makes no difference", "grounds", "        if parts > 1:", "        if parts > 4:"
    ),
    "no-way-is-short": fault(
        "A box without a way has no share in prices",
        "bounds",
        "            if least == NO_WAY:\n                return INFINITE",
        "            if least == NO_WAY:\n                continue",
    ),
    "frozen-counted": fault(
        "Frozen boxes are counted like others",
        "bounds",
        "        if grounds.fixed[ground * grounds.n + boxes[place]] == 0:\n            at =",
        "        if True:\n            at =",
    ),
    "one-too-many": fault(
        "One box more than goals is not too many",
        "bounds",
        "inside > facts.of[fact, FactColumn.TOTAL]",
        "inside > facts.of[fact, FactColumn.TOTAL] + 1",
    ),
    "anywhere": fault(
        "Frozen boxes need not be where they are",
        "bounds",
        "        if occupied[grounds.listed[each]] == 0:\n            return False\n",
        "        pass\n",
    ),
    "any-frozen-region": fault(
        "The player may be outside the frozen region",
        "bounds",
        "    if grounds.region[ground * grounds.words + grounds.word[player]] & grounds.bit[player] == 0:\n"
        "        return False\n",
        "",
    ),
    "any-region": fault(
        "The player may be anywhere in a pattern",
        "bounds",
        "    return bool(facts.regions[pattern * grounds.words + grounds.word[player]] & grounds.bit[player] != 0)",
        "    return True",
    ),
    "some-boxes": fault(
        "A pattern's first box is enough",
        "bounds",
        "if _count_boxes_in_state(facts, low, occupied) == size:",
        "if _count_boxes_in_state(facts, low, occupied) > 0:",
    ),
    "group-with-some-boxes": fault(
        "A group's first box is enough",
        "bounds",
        "if facts.member_at[group] + same < facts.member_at[group + 1]:",
        "if same == 0:",
    ),
    "groups-passed-over": fault(
        "One group too many is passed over", "bounds", "    return low, looks", "    return low + 1, looks"
    ),
    "groups-share-boxes": fault(
        "Groups that share a box add up", "bounds", "                free = False", "                free = True"
    ),
    # Facts.
    "solved-pattern": fault(
        "A pattern may be solved", "facts", "        if self._within_goals(ground, read):", "        if False:"
    ),
    "frozen-off-goals": fault(
        "A frozen box may stand off the goals", "facts", "if not self._within_goals(ground, read):", "if False:"
    ),
    "patterns-lead-out": fault(
        "Pushes of patterns are not looked at",
        "closed_facts",
        "            if not dead:",
        "            if False:",
    ),
    "may-stay": fault(
        "A group whose boxes may stay can need pushes", "closed_facts", "if at_ends and needed > 0 and", "if False and"
    ),
    "two-off": fault(
        "A push may take off two",
        "closed_facts",
        "needed > wasted + excess",
        "needed > 1 + wasted + excess",
    ),
    "dead-group-saved": fault(
        "A push of a dead group may lead anywhere",
        "closed_facts",
        "(needed >= INFINITE or needed > wasted",
        "(needed < INFINITE and needed > wasted",
    ),
    "one-box": fault("A group may be one box", "facts", "if np.diff(read.listed.member_at).min() < 2:", "if False:"),
    "other-board": fault(
        "Groups may use the prices of another board",
        "facts",
        "self._rows[index][1:4] == kind",
        "self._rows[index][1] == kind[0]",
    ),
    "numbers-repeat": fault(
        "A fact may have the number of another", "facts", "if fact <= self._last:", "if fact < self._last:"
    ),
    "other-direction": fault(
        "Facts may be about the other direction",
        "facts",
        "or bool(self._rows[self.index_of[each]][FactColumn.BACKWARDS]) != backwards",
        "",
    ),
    "other-direction-of-states": fault(
        "A state may name facts about the other direction",
        "state_table",
        "if fact < 0 or facts.of[fact, FactColumn.BACKWARDS] != play.backwards:",
        "if fact < 0:",
    ),
    # Areas.
    "goal-not-in-area": fault(
        "A goal may be outside an area", "area_list", "if np.any(self._squares.goal > marks):", "if False:"
    ),
    "group-in-area": fault(
        "A group outside may have a box in the area", "closed_facts", "        if in_area:\n", "        if False:\n"
    ),
    "into-area": fault(
        "A push into an area wastes outside", "closed_facts", "                wasted = 0\n", "                pass\n"
    ),
    "inside-anywhere": fault(
        "A state inside may have boxes outside",
        "inside_states",
        "if facts.areas[area + listed.members[each]] == 0 or ",
        "if ",
    ),
    "player-in-box-inside": fault(
        "The player of a state inside may stand on a box", "inside_states", " or listed.members[each] == player", ""
    ),
    "solved-inside": fault(
        "A state inside may be solved",
        "inside_states",
        "wrong: int = Flaw.SOLVED",
        "wrong: int = Flaw.FINE",
    ),
    "nothing-inside": fault(
        "There is always a box inside",
        "line_kernels",
        "place[4] == INSIDES and _is_word(data, here, between, _NONE)",
        "False",
    ),
    "no-entry": fault(
        "No box enters an area",
        "inside_states",
        "(len(entries) if count < about[Question.OPTION] else 0)",
        "0",
    ),
    "too-many-enter": fault(
        "More boxes than goals enter an area",
        "inside_states",
        "if count < about[Question.OPTION] else 0",
        "if True else 0",
    ),
    "no-push-inside": fault(
        "No box is pushed inside",
        "inside_states",
        "        if step < own:\n",
        "        if step < own and excess < 0:\n",
    ),
    "player-anywhere-inside": fault(
        "The player of a state inside may be anywhere",
        "inside_states",
        " or room.mark[behind] != room.stamps[0]",
        "",
    ),
    "one-more-wasted": fault(
        "A push inside wastes one more",
        "inside_states",
        "wasted = 1 + least_after - least",
        "wasted = 2 + least_after - least",
    ),
    "outside-forgotten": fault(
        "What is wasted outside is forgotten",
        "bounds",
        "        least += excess\n    if kind",
        "        least += 0 if kind == FactKind.INSIDE else excess\n    if kind",
    ),
    "inside-forgotten": fault(
        "What is wasted inside is forgotten",
        "bounds",
        "        least += excess_inside(",
        "        least += 0 * excess_inside(",
    ),
    "side-inside": fault(
        "Where the player is inside makes no difference",
        "bounds",
        "    hashed ^= int(facts.random[grounds.n + here])\n",
        "    here = 0\n",
    ),
    "another-area": fault(
        "What is outside may be about another area",
        "facts",
        "kind = [FactKind.GROUPS, area.number]",
        "kind = [FactKind.GROUPS, self._rows[below or 0][FactColumn.AREA]]",
    ),
    # States.
    "unknown-facts": fault(
        "A state may name a fact that is not there",
        "closure",
        "    if line[Line.UNKNOWN] > 0:\n        return Stop.UNKNOWN_FACT\n",
        "",
    ),
    "fewer-boxes": fault(
        "A state may have any number of boxes", "state_table", "line[Line.BOXES] != play.boxes or ", ""
    ),
    "player-in-box": fault(
        "The player may stand on a box", "state_table", " or room.occupied[line[Line.PLAYER]] != 0", ""
    ),
    "twice": fault(
        "A state may be listed twice",
        "state_table",
        "    if slot >= 0:\n        return Stop.TWICE\n",
        "    if slot >= 0:\n        return Stop.DONE\n",
    ),
    "end-is-cheap": fault(
        "Play may end below the claimed cost", "state_table", "        return Stop.ENDS\n", "        return Stop.DONE\n"
    ),
    "any-cost": fault(
        "A state may be listed at any cost",
        "successors",
        "return bool(cost <= known[Known.COST_AFTER] * COSTS + known[Known.SECOND_AFTER])",
        "return True",
    ),
    "even-and-odd": fault(
        "Rounding up adds two",
        "step_bounds",
        "((least + black + play.black) & 1)",
        "2 * ((least + black + play.black) & 1)",
    ),
    "one-too-cheap": fault(
        "One push less than claimed is enough", "step_bounds", "cost < play.limit or", "cost < play.limit - 1 or"
    ),
    "second-cost": fault(
        "The second number of a cost does not count",
        "step_bounds",
        "cost < play.limit or (cost == play.limit and second < play.limit_second)",
        "cost < play.limit",
    ),
    "walks-are-free": fault("Walks cost nothing", "closure", "moves = int(world.room.moves[stood])", "moves = 0"),
    "walks-between-states-are-free": fault(
        "One can walk from a listed state to another one at no cost",
        "successors",
        "near = listed + int(room.other_moves[here]) * (play.move * COSTS + play.move_second) <= cost",
        "near = listed <= cost",
    ),
    "meeting-without-ends": fault(
        "Where two sides meet, ends of solutions need not be listed",
        "verify",
        "        if self.head.depth is not None:\n            self.side = 1",
        "        if False:\n            self.side = 1",
    ),
    "meeting-anywhere": fault(
        "Two sides meet at any cost, also where a rest is deeper than what is listed",
        "successors",
        " or not _is_beyond(world, each, box, landing, player, known):",
        ":",
    ),
    "meeting-without-rests": fault(
        "Where two sides meet, what is listed of rests does not matter",
        "successors",
        "    return not _is_near(world, world.rests,",
        "    return True or not _is_near(world, world.rests,",
    ),
    "rests-are-open": fault(
        "What a pull leads to need not be listed where two sides meet",
        "successors",
        "        settled = _is_beyond(world, each, box, landing, player, known)",
        "        settled = True",
    ),
    "balance-turned-round": fault(
        "Where two sides meet, the balance has the same sign for both",
        "successors",
        "sign = -1 if play.backwards == 1 else 1",
        "sign = 1",
    ),
    "balance-once": fault(
        "Where two sides meet, what a state needed does not count",
        "successors",
        "(needs if side == 0 else -needed)",
        "(needs if side == 0 else 0)",
    ),
    "player-level": fault(
        "The player's height is not taken off",
        "bounds",
        "return height if facts.of[fact, FactColumn.BACKWARDS] == 1 else -height",
        "return height if facts.of[fact, FactColumn.BACKWARDS] == 1 else 0",
    ),
    "steep": fault(
        "Heights of neighbours may differ by 2",
        "grounds",
        "raised[beside]) > 1)",
        "raised[beside]) > 2)",
    ),
    "level-pushes": fault(
        "In a potential pushes count 1",
        "grounds",
        "    if grounds.of_moves[ground] == 0:\n        return 1\n",
        "    return 1\n",
    ),
    "moves-are-pushes": fault(
        "What a potential shows of moves is taken for pushes",
        "step_bounds",
        "    if world.grounds.of_moves[world.facts.of[fact, FactColumn.GROUND]] == 1:\n        pushes",
        "    if False:\n        pushes",
    ),
    "three-pushes": fault(
        "Pushes to the right are not looked at",
        "closure",
        "            if stood >= n or room.mark[stood] != stamp:",
        "            if (direction == 3 and backwards == 0) or stood >= n or room.mark[stood] != stamp:",
    ),
    "three-pulls": fault(
        "Pulls to the right are not looked at",
        "closure",
        "            if stood >= n or room.mark[stood] != stamp:",
        "            if (direction == 3 and backwards == 1) or stood >= n or room.mark[stood] != stamp:",
    ),
    "closing-need-not": fault(
        "Closing boxes need not be pushed",
        "closure",
        "    return Stop.DONE if must_move else Stop.NEED_NOT",
        "    return Stop.DONE",
    ),
    "closing-waits": fault(
        "A closing box may have to wait",
        "closure",
        "                wrong = Stop.MAY_WAIT\n",
        "                continue\n",
    ),
    "closing-is-no-box": fault(
        "A closing square may have no box",
        "closure",
        "            return Stop.NO_CLOSING_BOX\n",
        "            return Stop.DONE\n",
    ),
    "closing-and-moves": fault(
        "Closing boxes may be named where moves count", "closure", "        return Stop.MORE_MOVES\n", "        pass\n"
    ),
    "backwards-and-moves": fault(
        "Play backwards may be about moves",
        "head",
        'if direction == "backwards" and claim.objective not in (None, Objective.PUSHES):',
        "if False:",
    ),
    "start-not-listed": fault(
        "The first state may be missing", "verify", "        if not settled:", "        if False:"
    ),
    "one-region": fault(
        "Play backwards begins in one region", "verify", "        return found\n", "        return found[:1]\n"
    ),
}

OTHER_SIDE = """\
sokospec certificate 1
claim unsolvable
level 4 6
######
#@*###
##-$.#
######
forwards
frozen 1 : 8 @ 14
prices 2 in 1 : 0
start : 2
end
"""
ALREADY_THERE = """\
sokospec certificate 2
claim at-least pushes 1
level 4 5
#####
#*-*#
#-@-#
#####
forwards
prices 1 : 0 0
groups 2 by 1 : 1
1 : 6 8 @ 12
start : 2
end
"""
TWO_REGIONS = """\
sokospec certificate 1
claim at-least pushes 1
level 3 7
#######
#@$.--#
#######
backwards
0 : 10 @ 9
1 : 9 @ 8
start
end
"""
TO_THE_RIGHT = """\
sokospec certificate 1
claim at-least pushes 1
level 3 7
#######
#--.$@#
#######
backwards
prices back 1 : 0
0 : 10 @ 11
start : 1
end
"""
ONE_INTO_ANOTHER = """\
sokospec certificate 1
claim solved
level 3 7
#######
#@$$..#
#######
solution RR
end
"""
UNCHANGED = OPTIMAL.replace("start", "900000000 2 : 16 @ 15\nstart")
TEXTS = (
    *(OPTIMAL, UNSOLVABLE, BACKWARDS, SOLVED, FACTS, OTHER_SIDE, ALREADY_THERE, TWO_REGIONS, TO_THE_RIGHT),
    *(
        ONE_INTO_ANOTHER,
        UNCHANGED,
        UNCHANGED.replace("900000000", "1000000000"),
        SOLVED.replace("solution R", "solution "),
    ),
    *(text.replace(old, new, 1) for text, old, new, _, _ in REJECTED),
)
AREA_TEXTS = (AREAS, *(AREAS.replace(old, new, 1) for old, new, _ in WRONG))

Verify = Callable[..., Any]


def said(checker: Verify, case: str) -> str:
    """Return what a checker says of a case, or how it fails; every case has a name."""
    sort, _, number = case.partition(" ")
    try:
        match sort:
            case "text":
                found = checker(io.BytesIO(TEXTS[int(number)].encode()))
            case "area":
                found = checker(io.BytesIO(AREA_TEXTS[int(number)].encode()))
            case "cut":
                found = checker(io.BytesIO(gzip.compress(OPTIMAL.encode(), mtime=0)[: -int(number)]))
            case "symbols":
                found = checker(io.BytesIO(OPTIMAL.replace("start", "st\u00e4rt").encode()))
            case "level":
                found = checker(io.BytesIO(SOLVED.encode()), Level.parse("#####\n#+$ #\n#####"))
            case "changing":
                changed_text = OPTIMAL.replace("1 1 : 15 @ 14 : 1\n", "")
                found = checker(Fickle(OPTIMAL.encode(), changed_text.encode(), int(number)))
            case _:
                found = checker(io.BytesIO(SORTS[sort](Random(f"3 {sort} {number}"))))
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return str(asdict(found))


def cases(most: int) -> Iterator[str]:
    """Yield the names of the cases: those made by hand, then so many random ones of each sort."""
    yield from (f"text {number}" for number in range(len(TEXTS)))
    yield from (f"area {number}" for number in range(len(AREA_TEXTS)))
    yield from (f"cut {number}" for number in (1, 8))
    yield from ("symbols 1", "level 1", *(f"changing {turn}" for turn in range(3, 7)))
    for number in range(most):
        yield f"facts {number}"
        yield f"states {number}"
        yield f"potentials {number}"
        yield f"areas {number}"


def noticed(name: str, most: int) -> str | None:
    """Return the first case of which a copy with a fault says something else than the reference checker."""
    checker = copy_of(*FAULTS[name].changes)
    return next((case for case in cases(most) if said(checker, case) != said(verify, case)), None)


def main() -> int:
    """Print the case that notices each fault."""
    found = {name: noticed(name, 600) for name in FAULTS}
    print("\n".join(f'    "{name}": "{case}",' for name, case in found.items()))
    return int(None in found.values())


if __name__ == "__main__":
    sys.exit(main())
