"""Lemmas about deadlocks in any surroundings, proved by z3."""
