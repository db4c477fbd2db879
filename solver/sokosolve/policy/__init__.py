"""Optimal policies: all reachable states of a level, and their costs-to-go by search backwards."""
