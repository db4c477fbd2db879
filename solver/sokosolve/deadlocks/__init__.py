"""Deadlock tests and prunings of the search."""
