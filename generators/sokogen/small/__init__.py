"""All small floors and levels."""
