"""Searches of many levels: tasks, their workers (processes or a cluster), and the results file."""
