"""Assumptions that remain when a checker accepts a certificate."""

from __future__ import annotations

from sokocheck.checkers.all_checkers import ALL, FAST, PROVED, REFERENCE

BELIEVED = {
    REFERENCE: "Python, and 1,354 lines of it: the rules, the replay and the checker",
    FAST: "Python, NumPy, Numba and LLVM, the rules and the replay, and the compiled checker",
    PROVED: (
        "108 lines of Coq that define the game and what a claim means, and the definitions of a level's text; "
        "Coq's kernel and extraction, OCaml, Zarith and GMP; 127 lines of OCaml; the unpacking of the file"
    ),
    ALL: "that not all three checkers are wrong in the same way",
}
"""By the name of the checker. `python -m tools.trusted_base` and `make -C proofs/rocq glue` count the sizes."""
