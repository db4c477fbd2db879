"""Claims about levels by persons, programs and detectors."""
