"""Hardest levels of a size, by exhaustive search."""
