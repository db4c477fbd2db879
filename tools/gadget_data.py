"""The gadgets and automata that `sokospec reduce` uses, as data for the proofs in Coq.

`python -m tools.gadget_data` writes `proofs/rocq/GadgetData.v`, `--check` compares it. For each gadget and each goal
configuration there is the automaton that the reductions use, with a state for each configuration of the boxes, and the
declared table where it is another one.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path

from sokogen.reductions.gadgets.automaton import Automaton, match_states
from sokogen.reductions.gadgets.gadget import Boxes
from sokogen.reductions.gadgets.library import LIBRARY
from sokogen.reductions.gadgets.simulation import derivation, whole, with_goal

FILE = Path(__file__).resolve().parents[1] / "proofs" / "rocq" / "GadgetData.v"
LEFT_OUT = frozenset({"DOOR"})
"""Gadgets that no reduction uses. The door has 116,405 sets of boxes and player's regions."""

HEAD = """\
(** The gadgets of the reductions and their automata.  Written by [python -m tools.gadget_data]: do not edit. *)
From Coq Require Import ZArith List String.
From Soko Require Import Gadgets.
Import ListNotations.
Open Scope Z_scope.
Open Scope string_scope.
"""


def data() -> str:
    """Return the Coq file."""
    parts, names = [HEAD], []
    for kind, entry in LIBRARY.items():
        if kind in LEFT_OUT:
            continue
        for goal in entry.gadget.configurations:
            name = f"{kind}_{goal}"
            found = derivation(kind, goal)
            parts.append(gadget_in_coq(name, with_goal(entry.gadget, goal).drawing()))
            automata = {"states": (whole(kind, goal, goal), {state: state for state in found.boxes_of})}
            if goal == entry.automaton.goal and found.automaton != entry.automaton:
                automata["table"] = entry.automaton, match_states(found.automaton, entry.automaton)
            for title, (automaton, state_of) in automata.items():
                parts.append(automaton_in_coq(f"{name}_{title}", automaton, state_of, goal, found.boxes_of))
                names.append(f'  ("{name} {title}", {name}, {name}_{title})')
    return "\n".join([*parts, "Definition library := [", ";\n".join(names) + "].\n"])


def gadget_in_coq(name: str, drawing: str) -> str:
    """Return the definition of a gadget, its boxes on its goals."""
    rows = ";\n".join(f'  "{row}"' for row in drawing.splitlines())
    return f"Definition {name} := drawn [\n{rows}]."


def automaton_in_coq(
    name: str, automaton: Automaton, state_of: Mapping[str, str], goal: str, boxes_of: Mapping[str, Boxes]
) -> str:
    """Return the definition of an automaton, with the state of each configuration."""
    configurations = (f'([{_join(sorted(boxes))}], "{state_of[one]}")' for one, boxes in boxes_of.items())
    passages = (f'("{one.state}", "{one.entry}", "{one.exit}", "{one.after}")' for one in sorted(automaton.passages))
    return f'Definition {name} := Automaton "{state_of[goal]}"\n{wrapped(configurations)}\n{wrapped(passages)}.'


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


def write_or_compare(file: Path, data: Callable[[], str], description: str | None) -> int:
    """Write the file, or with `--check` compare it; return the exit code."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="only say whether the file is up to date")
    if not parser.parse_args().check:
        file.write_text(data(), encoding="utf-8")
    elif file.read_text(encoding="utf-8") != data():
        print(f"{file.name} is not up to date: run this without --check", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(write_or_compare(FILE, data, __doc__))
