"""The course on complexity in docs/course: its exercises, each with a check that works the answer out anew."""
