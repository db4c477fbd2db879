"""Levels of small formulas, with their layouts, as data for the proofs in Coq.

`python -m tools.coq_data.formula_data` writes `proofs/rocq/FormulaData.v`, `--check` compares it.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from itertools import groupby

from tools.coq_data.coq_files import ROCQ, list_in_coq, pair_in_coq, rows_in_coq, wrapped_list, write_or_compare

from sokogen.reductions.formula_level import FormulaLevel, compile_formula
from sokogen.reductions.formula_play import play_strategy
from sokogen.reductions.formulas.formula_text import parse_formula
from sokogen.reductions.formulas.qbf import Formula, Quantifier, find_winning_strategy
from sokogen.reductions.gadgets.library import LIBRARY
from sokogen.reductions.layout.extraction import extract_nets
from sokogen.reductions.layout.parts import PlacedTile, squares_of
from sokogen.reductions.walks import lurd
from sokospec.board import Direction, Square, State
from sokospec.rules import step

FILE = ROCQ / "FormulaData.v"
FORMULAS = {"exists x. (x)": False, "exists x. (x)(not x)": False, "forall x. (x or not x)": True}
"""By formula, whether a winning play of its network is given; otherwise the network is searched."""

HEAD = """\
(** Levels of formulas as [sokospec reduce] makes them, and their layouts.  Written by
    [python -m tools.coq_data.formula_data]: do not edit. *)
From Coq Require Import ZArith List String.
From Soko Require Import Formulas NetworkCheck.
Import ListNotations.
Open Scope Z_scope.
Open Scope string_scope.
"""


def data(formulas: Mapping[str, bool] = FORMULAS) -> str:
    """Return the Coq file for formulas."""
    parts, names = [HEAD], []
    for number, (text, with_play) in enumerate(formulas.items(), 1):
        made = compile_formula(parse_formula(text))
        parts += [
            f"(** {made.formula} *)",
            f"Definition formula_{number} := {formula_in_coq(made.formula)}.",
            rows_in_coq(f"level_{number}", made.rows()),
            layout_in_coq(f"layout_{number}", made),
        ]
        parts += [play_in_coq(f"play_{number}", made)] if with_play else []
        names.append(
            f"(formula_{number}, level_{number}, layout_{number}, {f'play_{number}' if with_play else 'None'})"
        )
    return "\n".join([*parts, f"Definition formulas :=\n{wrapped_list(names)}.\n"])


def formula_in_coq(formula: Formula) -> str:
    """Return the formula as a term."""
    kinds = {Quantifier.EXISTS: "for_some", Quantifier.FORALL: "for_all"}
    quantifiers = (f"({kinds[formula.quantifier(variable)]}, {variable}%nat)" for variable in formula.variables)
    clauses = (
        list_in_coq(f"({str(literal > 0).lower()}, {abs(literal)}%nat)" for literal in clause)
        for clause in formula.clauses
    )
    return f"Formula {list_in_coq(quantifiers)} {list_in_coq(clauses)}"


def layout_in_coq(name: str, made: FormulaLevel) -> str:
    """Return the definition of the layout: the tiles with the nets of their ports, and a port of each net."""
    nets = sorted(map(sorted, extract_nets(made.squares, made.tiles).nets))
    number = {place: index for index, net in enumerate(nets) for place in net}
    at = {(placed.tile.name, port): square for placed in made.tiles for port, square in _ports(placed)}
    parts = (_part(placed, number) for placed in made.tiles)
    roots = wrapped_list(pair_in_coq(at[net[0]]) for net in nets)
    return f"Definition {name} := Layout [\n  " + ";\n  ".join(parts) + f"]\n{roots}."


def play_in_coq(name: str, made: FormulaLevel) -> str:
    """Return the definition of a winning play: tile, entry, exit and state after each passage."""
    steps = (f'({tile}%nat, "{entry}", "{leave}", "{after}")' for tile, entry, leave, after in passages_of(made))
    return f"Definition {name} := Some\n{wrapped_list(steps)}."


def passages_of(made: FormulaLevel) -> Iterator[tuple[int, str, str, str]]:
    """Yield the passages of the level's solution through its tiles, those of crossings among them."""
    owner = {square: tile for tile, placed in enumerate(made.tiles) for square in squares_of(placed).values()}
    port_at = {square: port for placed in made.tiles for port, square in _ports(placed)}
    named = [_states(placed) for placed in made.tiles]
    current = [placed.tile.start for placed in made.tiles]
    for tile, visit in groupby(_solution(made), key=lambda state: owner.get(state.player)):
        if tile is None:
            continue
        first, *others = visit
        last = others[-1] if others else first
        entry, leave = port_at[first.player], port_at[last.player]
        after = named[tile][frozenset(box for box in last.boxes if owner[box] == tile)]
        if (entry, current[tile]) != (leave, after):
            yield tile, entry, leave, after
        current[tile] = after


def _states(placed: PlacedTile) -> dict[frozenset[Square], str]:
    at = squares_of(placed)
    configurations = LIBRARY[placed.tile.kind].gadget.configurations
    return {frozenset(at[Square(*box)] for box in boxes): name for name, boxes in configurations.items()}


def _solution(made: FormulaLevel) -> Iterator[State]:
    """Yield the states of the level's solution."""
    strategy = find_winning_strategy(made.formula)
    assert strategy is not None, f"{made.formula} is false"
    state = made.level.state
    yield state
    for letter in "".join(lurd(made, play_strategy(made.formula, made.network, strategy))).lower():
        state = step(made.level.board, state, Direction("udlr".index(letter)))
        yield state


def _ports(placed: PlacedTile) -> Iterator[tuple[str, Square]]:
    at = squares_of(placed)
    for port, square in LIBRARY[placed.tile.kind].gadget.ports.items():
        yield port, at[Square(*square)]


def _part(placed: PlacedTile, number: Mapping[tuple[str, str], int]) -> str:
    tile, symmetry = placed.tile, placed.symmetry
    turned = " ".join(str(way).lower() for way in symmetry)
    joins = list_in_coq(f'("{port}", {number[tile.name, port]}%nat)' for port, _ in _ports(placed))
    name = f"{tile.kind}_{tile.goal} states"
    return f'(* {tile.name} *) Part "{name}" "{tile.start}" {turned} {pair_in_coq(_corner(placed))}\n    {joins}'


def _corner(placed: PlacedTile) -> Square:
    """Return where the gadget's drawing has its square (0, 0)."""
    old, new = next(iter(squares_of(placed).items()))
    symmetry = placed.symmetry
    row, column = (old.column, old.row) if symmetry.transpose else old
    return Square(
        new.row + (row if symmetry.flip_rows else -row), new.column + (column if symmetry.flip_columns else -column)
    )


if __name__ == "__main__":
    sys.exit(write_or_compare({FILE: data()}, __doc__))
