"""Gadgets, their automata derived by search, and networks of gadgets."""
