"""Nondeterministic constraint logic: graphs, their search, and formulas as graphs."""
