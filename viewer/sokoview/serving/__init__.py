"""Folder of levels as local web pages: access, lists, searches, and request checks."""
