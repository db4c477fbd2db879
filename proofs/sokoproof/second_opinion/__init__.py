"""Second opinion on certificates and tiny levels, by z3."""
