"""Plays in all notations: letters, counts, compass letters, arrows, words, and pushes of boxes."""
