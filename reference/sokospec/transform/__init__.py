"""Levels made from levels: symmetry, the normal form, and the least level of a solution."""
