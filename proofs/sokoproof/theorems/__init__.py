"""Theorems about the lengths of solutions in the families, proved by sympy."""
