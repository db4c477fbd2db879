"""Common parts of all commands."""
