"""All small floors and levels up to symmetry, and backward solving of their states."""
