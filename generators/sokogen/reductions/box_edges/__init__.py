"""Constraint graphs as levels whose boxes are the edges: each box stands at one of the two ends of its track."""
