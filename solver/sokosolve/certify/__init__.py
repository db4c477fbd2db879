"""What searches have found, as certificates that the checker accepts."""
