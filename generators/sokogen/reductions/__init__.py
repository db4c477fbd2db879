"""Reductions to Sokoban: formulas, machines and constraint graphs as levels, built from verified gadgets."""
