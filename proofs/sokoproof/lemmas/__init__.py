"""Lemmas about deadlocks."""
