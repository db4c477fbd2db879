"""Theorems about the lengths of the families' solutions, proved with sympy."""
