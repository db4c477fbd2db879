"""Networks drawn in the plane."""
