"""Reductions into Sokoban: gadgets, and the automata that search finds in them."""
