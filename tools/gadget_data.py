"""Automata of gadgets, derived from drawings for `sokospec reduce`, and written for the proofs in Coq.

`python -m tools.gadget_data` searches the drawings in `library.txt`, the file that `reduce` reads. It writes states and
automata there, and all to `proofs/rocq/GadgetData.v`, once for each goal. `--check` compares both files.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from sokogen.reductions.gadgets.automaton import Automaton
from sokogen.reductions.gadgets.derivation import derive
from sokogen.reductions.gadgets.gadget import Boxes
from sokogen.reductions.gadgets.library import FILE, parse_library

COQ_FILE = Path(__file__).resolve().parents[1] / "proofs" / "rocq" / "GadgetData.v"
HEAD = """\
(** The gadgets of the reductions and their automata.  Written by [python -m tools.gadget_data]: do not edit. *)
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
    rows = ";\n".join(f'  "{row}"' for row in drawing.splitlines())
    return f"Definition {name} := drawn [\n{rows}]."


def automaton_in_coq(name: str, automaton: Automaton, configurations: Mapping[str, Boxes]) -> str:
    """Return the definition of an automaton."""
    states = (f'([{_join(sorted(configurations[state]))}], "{state}")' for state in automaton.states)
    passages = (f'("{one.state}", "{one.entry}", "{one.exit}", "{one.after}")' for one in sorted(automaton.passages))
    return f'Definition {name} := Automaton "{automaton.goal}"\n{wrapped(states)}\n{wrapped(passages)}.'


def _join(squares: Iterable[tuple[int, int]]) -> str:
    return "; ".join(f"({row}, {column})" for row, column in squares)


def wrapped(items: Iterable[str]) -> str:
    """Return a list in Coq, in lines of at most 110 characters or one item."""
    return "\n".join(_lines(items))


def _lines(items: Iterable[str]) -> Iterator[str]:
    line = "  ["
    for number, item in enumerate(items):
        separator = "; " if number else ""
        if len(line) + len(separator) + len(item) > 110:
            yield f"{line};"
            line, separator = "   ", ""
        line += separator + item
    yield f"{line}]"


def write_or_compare(texts: Mapping[Path, str], description: str | None) -> int:
    """Write the files, or with `--check` compare them; return the exit code."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="only say whether the files are up to date")
    if not parser.parse_args().check:
        for file, text in texts.items():
            file.write_text(text, encoding="utf-8")
    elif old := [file.name for file, text in texts.items() if file.read_text(encoding="utf-8") != text]:
        print(f"{' and '.join(old)} not up to date: run this without --check", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    derived = derived_library(FILE.read_text(encoding="utf-8"))
    sys.exit(write_or_compare({FILE: derived, COQ_FILE: data(derived)}, __doc__))
