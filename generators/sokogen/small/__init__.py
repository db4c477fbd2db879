"""All small floors and levels, and backward solving."""
