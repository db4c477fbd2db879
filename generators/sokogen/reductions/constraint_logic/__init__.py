"""Nondeterministic constraint logic."""
