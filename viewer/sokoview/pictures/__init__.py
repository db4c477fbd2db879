"""Pictures beyond SVG: what can be marked, and the formats that need more than the standard library."""
