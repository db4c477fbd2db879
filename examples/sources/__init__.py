"""The algorithms that the sources print, restated as printed, faults included; docs/sources.md says which hold."""
