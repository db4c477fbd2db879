"""`sokospec` command: thin, with no logic of its own; see docs/reference/cli.md for the contract."""
