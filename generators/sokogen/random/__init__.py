"""Seeded random levels, and levels to order for benchmarks."""
