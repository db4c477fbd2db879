"""Common parts of all commands: reading levels, writing files, keeping limits, and safe printing."""
