"""Foreign programs: run under limits, measured, and never trusted."""
