"""Gadgets, the automata that search finds in them, and networks of them."""
