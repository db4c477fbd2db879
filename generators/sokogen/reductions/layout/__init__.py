"""Layout of networks as levels."""
