"""Gadgets of the reductions and their automata, read from `library.txt`.

Tests derive the automata from the drawings, and Coq proves them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

from sokogen.reductions.gadgets.automaton import Automaton
from sokogen.reductions.gadgets.gadget import Gadget


@dataclass(frozen=True, slots=True)
class LibraryGadget:
    """A gadget, with one configuration for each state of its automaton, and the states that can be goals."""

    gadget: Gadget
    automaton: Automaton
    goals: tuple[str, ...]

    def automaton_to(self, goal: str) -> Automaton:
        """Return the automaton with another goal, which is its first state."""
        return Automaton((goal, *(state for state in self.automaton.states if state != goal)), self.automaton.passages)


def parse_library(text: str) -> dict[str, LibraryGadget]:
    r"""Return gadgets by name; a gadget is a title, drawings side by side, and a table.

    >>> head, drawings = "head\n\nSLIT: a bend", "open*  shut\n####   ####\nA $#   A$ #\n#B##   #B##"
    >>> slit = parse_library(f"{head}\n\n{drawings}\n\nopen: A->B, B->A\nshut: A->B [open]")["SLIT"]
    >>> slit.goals, list(slit.gadget.configurations)
    (('open',), ['open', 'shut'])
    """
    _, *blocks = text.strip().split("\n\n")
    library = {}
    for title, drawings, table in zip(blocks[::3], blocks[1::3], blocks[2::3], strict=True):
        name = title.partition(":")[0]
        states, *rows = drawings.splitlines()
        begins = [found.start() for found in re.finditer(r"\S+", states)]
        drawn = {
            states[begin:end].strip(): "\n".join(row[begin:end].rstrip() for row in rows)
            for begin, end in zip(begins, [*begins[1:], None], strict=True)
        }
        goals = tuple(state[:-1] for state in drawn if state.endswith("*"))
        gadget = Gadget.parse(name, {state.rstrip("*"): drawing for state, drawing in drawn.items()})
        library[name] = LibraryGadget(gadget, Automaton.parse(table), goals)
    return library


FILE = Path(__file__).with_name("library.txt")
LIBRARY: Mapping[str, LibraryGadget] = MappingProxyType(parse_library(FILE.read_text(encoding="utf-8")))
"""All gadgets by name."""
