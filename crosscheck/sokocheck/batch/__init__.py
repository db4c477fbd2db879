"""Searches of many levels."""
