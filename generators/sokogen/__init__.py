"""Generators: families with long solutions, random levels, all small levels, hardest levels, and reductions.

`sokogen.strategies` needs Hypothesis, `reductions` NumPy and networkx; `hardest` runs kernels of the fast engine.
"""
