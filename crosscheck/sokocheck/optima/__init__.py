"""Proved optima of many levels."""
