"""Exercises of docs/background/course, each with a check that works the answer out anew."""

from pathlib import Path

FILES = Path(__file__).parent / "files"
"""The files that the exercises name, such as `room.xsb`, as they stand on the lessons' pages."""
