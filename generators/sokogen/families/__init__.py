"""Families of levels with long solutions."""
