"""Linear bounded automata."""
