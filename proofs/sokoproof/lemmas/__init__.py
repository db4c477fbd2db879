"""Lemmas about deadlocks in arbitrary surroundings, proved by z3."""
