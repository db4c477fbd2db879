"""The algorithms that the sources print, restated as printed, faults included; sources.md says which hold."""
