"""The hardest levels of a size, by exhaustive search over all floors with a pruning bound."""
