"""Suites of levels for measuring solvers."""
