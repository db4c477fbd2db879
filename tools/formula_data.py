"""Levels of small formulas, with their layouts, as data for the proofs in Coq.

`python -m tools.formula_data` writes `proofs/rocq/FormulaData.v`, `--check` compares it.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from tools.gadget_data import wrapped

from sokogen.reductions.formula_level import FormulaLevel, compile_formula
from sokogen.reductions.formulas.formula_text import parse_formula
from sokogen.reductions.formulas.qbf import Formula, Quantifier
from sokogen.reductions.gadgets.library import LIBRARY
from sokogen.reductions.layout.extraction import extract_nets
from sokogen.reductions.layout.parts import PlacedTile, squares_of
from sokospec.board import Square

FILE = Path(__file__).resolve().parents[1] / "proofs" / "rocq" / "FormulaData.v"
FORMULAS = ("exists x. (x)", "exists x. (x)(not x)")

HEAD = """\
(** Levels of formulas as [sokospec reduce] makes them, and their layouts.  Written by
    [python -m tools.formula_data]: do not edit. *)
From Coq Require Import ZArith List String.
From Soko Require Import Formulas NetworkCheck.
Import ListNotations.
Open Scope Z_scope.
Open Scope string_scope.
"""


def data(texts: Iterable[str] = FORMULAS) -> str:
    """Return the Coq file for formulas."""
    parts, names = [HEAD], []
    for number, text in enumerate(texts, 1):
        made = compile_formula(parse_formula(text))
        parts += [
            f"(** {made.formula} *)",
            f"Definition formula_{number} := {formula_in_coq(made.formula)}.",
            level_in_coq(f"level_{number}", made),
            layout_in_coq(f"layout_{number}", made),
        ]
        names.append(f"(formula_{number}, level_{number}, layout_{number})")
    return "\n".join([*parts, f"Definition formulas := [{'; '.join(names)}].\n"])


def formula_in_coq(formula: Formula) -> str:
    """Return the formula as a term."""
    kinds = {Quantifier.EXISTS: "for_some", Quantifier.FORALL: "for_all"}
    quantifiers = (f"({kinds[formula.quantifier(variable)]}, {variable}%nat)" for variable in formula.variables)
    clauses = (
        f"[{'; '.join(f'({str(literal > 0).lower()}, {abs(literal)}%nat)' for literal in clause)}]"
        for clause in formula.clauses
    )
    return f"Formula [{'; '.join(quantifiers)}] [{'; '.join(clauses)}]"


def level_in_coq(name: str, made: FormulaLevel) -> str:
    """Return the definition of the level's rows."""
    rows = ";\n".join(f'  "{row}"' for row in made.rows())
    return f"Definition {name} := [\n{rows}]."


def layout_in_coq(name: str, made: FormulaLevel) -> str:
    """Return the definition of the layout: the tiles with the nets of their ports, and a port of each net."""
    nets = sorted(map(sorted, extract_nets(made.squares, made.tiles).nets))
    number = {place: index for index, net in enumerate(nets) for place in net}
    at = {(placed.tile.name, port): square for placed in made.tiles for port, square in _ports(placed)}
    parts = (_part(placed, number) for placed in made.tiles)
    roots = wrapped(_square(at[net[0]]) for net in nets)
    return f"Definition {name} := Layout [\n  " + ";\n  ".join(parts) + f"]\n{roots}."


def _ports(placed: PlacedTile) -> Iterator[tuple[str, Square]]:
    at = squares_of(placed)
    for port, square in LIBRARY[placed.tile.kind].gadget.ports.items():
        yield port, at[Square(*square)]


def _part(placed: PlacedTile, number: Mapping[tuple[str, str], int]) -> str:
    tile, symmetry = placed.tile, placed.symmetry
    turned = " ".join(str(way).lower() for way in symmetry)
    joins = "; ".join(f'("{port}", {number[tile.name, port]}%nat)' for port, _ in _ports(placed))
    name = f"{tile.kind}_{tile.goal} states"
    return f'(* {tile.name} *) Part "{name}" "{tile.start}" {turned} {_square(_corner(placed))}\n    [{joins}]'


def _corner(placed: PlacedTile) -> Square:
    """Return where the gadget's drawing has its square (0, 0)."""
    old, new = next(iter(squares_of(placed).items()))
    symmetry = placed.symmetry
    row, column = (old.column, old.row) if symmetry.transpose else old
    return Square(
        new.row + (row if symmetry.flip_rows else -row), new.column + (column if symmetry.flip_columns else -column)
    )


def _square(square: Square) -> str:
    return f"({square.row}, {square.column})"


def main(arguments: list[str] | None = None) -> int:
    """Write or compare the file."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="only say whether the file is up to date")
    if not parser.parse_args(arguments).check:
        FILE.write_text(data(), encoding="utf-8")
    elif FILE.read_text(encoding="utf-8") != data():
        print(f"{FILE.name} is not up to date: python -m tools.formula_data", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
