"""Second opinion on certificates and tiny levels, by z3 from single steps of the player."""
