"""Constraint graphs as levels whose boxes are the edges."""
