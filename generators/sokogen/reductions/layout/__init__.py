"""Layout of networks: parts, corridors, and extraction of the network from the finished level."""
