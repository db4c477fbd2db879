"""Levels made from levels: symmetry, the normal form, and the smallest level of a solution."""
