"""Pictures of levels: marks, and output as SVG, PNG, GIF and coloured text."""
