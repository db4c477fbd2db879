"""Proved optima of many levels: their computation, their table, and comparison of solutions with it."""
