"""Records of many levels, read back: what they say together, where two runs differ, and where they contradict."""
