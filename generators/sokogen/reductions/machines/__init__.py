"""Linear bounded automata: data, text, formulas and networks."""
