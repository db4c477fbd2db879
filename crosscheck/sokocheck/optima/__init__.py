"""The optima of many levels, proved: how they are found, the table that keeps them, and solutions held against it."""
