"""What a level looks like to the kernels: numbered squares, distances, and the arrays of a search."""
