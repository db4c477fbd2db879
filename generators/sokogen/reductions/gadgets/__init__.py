"""Gadgets, their automata, and networks of gadgets."""
