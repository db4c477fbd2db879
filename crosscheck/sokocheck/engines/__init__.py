"""The engines that can settle a level, by name, and the answers that they certify."""
