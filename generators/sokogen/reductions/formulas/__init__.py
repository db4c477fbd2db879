"""Quantified Boolean formulas: data, text formats, and their truth."""
