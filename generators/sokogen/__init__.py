"""Generators of levels."""
