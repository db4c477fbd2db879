"""FESS, feature space search, for any solution (Shoham and Schaeffer, IEEE CoG 2020)."""
