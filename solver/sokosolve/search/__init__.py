"""The search algorithms: each driver beside its kernel, and the store of states that they share."""
