"""The `sokospec` command: thin, with no logic of its own; see docs/cli.md for the contract."""
