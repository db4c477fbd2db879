"""Quantified Boolean formulas: as data, as text, and their truth."""
