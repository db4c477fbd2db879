"""Levels made from levels."""
