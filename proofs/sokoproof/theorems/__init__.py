"""Theorems about the families' solutions."""
