"""The hardest levels of a size, by exhaustive search."""
