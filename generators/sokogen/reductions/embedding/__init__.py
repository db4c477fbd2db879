"""Networks drawn in the plane: an embedding with few crossings, then an st-order of its vertices."""
