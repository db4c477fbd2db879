"""Linear bounded automata: as data, as text, and as formulas."""
