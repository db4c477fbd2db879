"""Claims about levels: read from texts, and judged, whoever makes them: a person, a program or a detector."""
