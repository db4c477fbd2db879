"""Authorities behind the theorems of `sokospec prove`.

docs/background/theorems.md explains their names.
"""

from __future__ import annotations

import re

from sokogen.families import fibonacci, fibonacci_classical, rooms, staggered

_ROOMS, _FIBONACCI = rooms.MOST, fibonacci.MOST
_CLASSICAL, _STAGGERED = fibonacci_classical.MOST, staggered.MOST
ROOMS_WITH_COUNTED_SQUARES = 8

_AUTHORITIES = {
    r"rooms-\w+-(closed-form|integral|growth)|rooms-moves-per-push": "coq, sympy",
    r"rooms-\w+-fewest": "coq",
    r"rooms-\w+-recurrence": f"exhaustive to {_ROOMS}",
    r"rooms-squares": f"exhaustive to {ROOMS_WITH_COUNTED_SQUARES}",
    r"rooms-automaton": "exhaustive",
    r"staggered-(\w+-recurrence|squares)": f"exhaustive to {_STAGGERED}",
    r"staggered-\w+-(closed-form|growth)": f"sympy, exhaustive to {_STAGGERED}",
    r"fibonacci-classical-(\w+-difference|squares)": f"exhaustive to {_CLASSICAL}",
    r"fibonacci-classical-\w+-(recurrence|closed-form|growth)": f"sympy, exhaustive to {_CLASSICAL}",
    r"fibonacci-(moves-fewest|pushes-fewest|other-side)": "coq",
    r"fibonacci-classical-(pushes-fewest|odd)|fibonacci-begins|fibonacci-goes-on": "automata",
    r"fibonacci-(\w+-recurrence|squares)": f"exhaustive to {_FIBONACCI}",
    r"fibonacci-\w+-(closed-form|integral|growth)|fibonacci-moves-per-push": "coq, sympy",
    r"lemma-.+|dead-windows|tiny-levels": "z3",
}
"""Authorities by the names of theorems. Where there are two, the proof needs both."""


def authority_of(name: str) -> str:
    """Return the authority behind a theorem. Raises `KeyError`.

    >>> authority_of("rooms-moves-fewest"), authority_of("staggered-moves-closed-form")
    ('coq', 'sympy, exhaustive to 29')
    """
    for names, authority in _AUTHORITIES.items():
        if re.fullmatch(names, name):
            return authority
    raise KeyError(name)
