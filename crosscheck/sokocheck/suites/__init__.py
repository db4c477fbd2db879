"""Named sets of levels to measure solvers with: made from a seed, each level with certified answers."""
