"""Lower bounds of the cost of a solution."""
