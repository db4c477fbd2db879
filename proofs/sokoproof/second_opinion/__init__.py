"""Certificates and tiny levels judged again, by z3 from single steps of the player."""
