"""The hardest levels of a size: an exhaustive search over all floors, with a bound that prunes it."""
