"""Pictures, animations, the player page and its server."""
