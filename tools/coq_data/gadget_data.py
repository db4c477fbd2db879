"""Automata of gadgets, derived from drawings for `sokospec reduce`, and written for the proofs in Coq.

`python -m tools.coq_data.gadget_data` searches the drawings in `library.txt`, the file that `reduce` reads. It
writes states and automata there, and all to `proofs/rocq/GadgetData.v`, once for each goal. `--check` compares both
files.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping

from tools.coq_data.coq_files import ROCQ, list_in_coq, pair_in_coq, rows_in_coq, wrapped_list, write_or_compare

from sokogen.reductions.gadgets.automaton import Automaton
from sokogen.reductions.gadgets.derivation import derive
from sokogen.reductions.gadgets.gadget import Boxes
from sokogen.reductions.gadgets.library import FILE, parse_library

COQ_FILE = ROCQ / "GadgetData.v"
HEAD = """\
(** The gadgets of the reductions and their automata.  Written by
    [python -m tools.coq_data.gadget_data]: do not edit. *)
From Coq Require Import ZArith List String.
From Soko Require Import Gadgets.
Import ListNotations.
Open Scope Z_scope.
Open Scope string_scope.
"""


def derived_library(text: str) -> str:
    """Return the text of a library with the states and automata that a search of each gadget's drawings finds."""
    blocks = text.split("\n\n")
    for number, entry in enumerate(parse_library(text).values()):
        found = derive(entry.gadget)
        drawings = {
            f"{state}*" if state in entry.goals else state: entry.gadget.drawing(boxes)
            for state, boxes in found.boxes_of.items()
        }
        width = max(entry.gadget.board.width, *map(len, drawings)) + 3
        columns = zip(*([state, *drawing.splitlines()] for state, drawing in drawings.items()), strict=True)
        blocks[3 * number + 2] = "\n".join("".join(cell.ljust(width) for cell in row).rstrip() for row in columns)
        blocks[3 * number + 3] = str(found.automaton)
    return "\n\n".join(blocks) + "\n"


def data(library: str) -> str:
    """Return the Coq file for the text of a library."""
    parts, names = [HEAD], []
    for kind, entry in parse_library(library).items():
        configurations = entry.gadget.configurations
        for goal in entry.goals:
            name = f"{kind}_{goal}"
            parts.append(gadget_in_coq(name, entry.gadget.drawing(configurations[goal])))
            parts.append(automaton_in_coq(f"{name}_states", entry.automaton_to(goal), configurations))
            names.append(f'  ("{name} states", {name}, {name}_states)')
    return "\n".join([*parts, "Definition library := [", ";\n".join(names) + "].\n"])


def gadget_in_coq(name: str, drawing: str) -> str:
    """Return the definition of a gadget, its boxes on its goals."""
    return rows_in_coq(name, drawing.splitlines(), "drawn ")


def automaton_in_coq(name: str, automaton: Automaton, configurations: Mapping[str, Boxes]) -> str:
    """Return the definition of an automaton."""
    boxes = {state: list_in_coq(map(pair_in_coq, sorted(configurations[state]))) for state in automaton.states}
    states = (f'({squares}, "{state}")' for state, squares in boxes.items())
    passages = (f'("{one.state}", "{one.entry}", "{one.exit}", "{one.after}")' for one in sorted(automaton.passages))
    return f'Definition {name} := Automaton "{automaton.goal}"\n{wrapped_list(states)}\n{wrapped_list(passages)}.'


if __name__ == "__main__":
    derived = derived_library(FILE.read_text(encoding="utf-8"))
    sys.exit(write_or_compare({FILE: derived, COQ_FILE: data(derived)}, __doc__))
