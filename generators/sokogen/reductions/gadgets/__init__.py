"""Gadgets and their networks."""
