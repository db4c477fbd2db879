"""Sokogen: families of long solutions, random levels, all small levels, the hardest ones, and reductions to levels.

`sokogen.strategies` needs Hypothesis, `reductions` NumPy and networkx; `hardest` runs kernels of the fast engine.
"""
