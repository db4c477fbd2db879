"""Families of levels with long solutions, each with its recurrence."""
