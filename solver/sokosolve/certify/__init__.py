"""Certificates of the results of searches."""
