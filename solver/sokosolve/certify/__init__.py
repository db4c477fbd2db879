"""Searches that use only what a certificate can show, and the certificates they write."""
