"""Engines by name, and their certified answers."""
