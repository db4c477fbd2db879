"""Search algorithms: each driver beside its kernel, and the shared store of states."""
