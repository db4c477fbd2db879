"""Seeded random levels."""
