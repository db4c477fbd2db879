"""Reductions to Sokoban, built from verified gadgets."""
