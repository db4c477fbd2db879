"""Generators: families with long solutions, random levels, all small levels, hardest levels, and reductions."""
