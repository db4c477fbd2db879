"""Families of levels whose solutions are long by construction, each with its recurrence."""
