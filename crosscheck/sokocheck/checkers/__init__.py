"""The checkers of certificates, by name, with the verdict that all of them give."""
