"""Checkers of certificates by name, with a common verdict."""
