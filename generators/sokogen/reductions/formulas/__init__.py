"""Quantified Boolean formulas."""
