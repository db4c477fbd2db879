"""What one looks at: pictures, animations, the player page and its server."""
