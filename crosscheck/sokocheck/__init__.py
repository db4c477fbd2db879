"""Claims about levels, settled: by replay, by search and by certificates; other programs, batches and reports."""
