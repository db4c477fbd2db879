"""The fast engine: A* in Numba kernels over packed states, exact for every objective, tested against the oracle.

It shares no search code with the oracle. Kernels take a level as flat arrays (`tables`), keep all states in flat arrays
(`store`), and stop every few thousand expansions so that limits and Ctrl-C are kept.
"""
