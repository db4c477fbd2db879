"""Levels for kernels: numbered squares, distances, and the arrays of a search."""
