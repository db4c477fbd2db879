"""Plays in all notations."""
