"""Suites of levels for measuring solvers, made from a seed with certified answers."""
