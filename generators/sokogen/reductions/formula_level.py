"""Levels for quantified Boolean formulas."""

from __future__ import annotations

from dataclasses import dataclass

from sokogen.reductions.formula_network import network_of
from sokogen.reductions.formulas.qbf import Formula
from sokogen.reductions.network_level import NetworkLevel, network_level


@dataclass(frozen=True)
class FormulaLevel(NetworkLevel):
    """Formula with the level of its network."""

    formula: Formula


def compile_formula(formula: Formula, *, tries: int = 4, rounds: int = 12, seed: int = 0) -> FormulaLevel:
    """Return a level that has a solution exactly if the formula is true. See `network_level`."""
    made = network_level(network_of(formula), tries=tries, rounds=rounds, seed=seed)
    return FormulaLevel(made.network, made.squares, made.tiles, made.pieces, formula)
