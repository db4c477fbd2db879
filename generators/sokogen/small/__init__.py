"""All small floors and levels up to symmetry, and their states solved backwards."""
