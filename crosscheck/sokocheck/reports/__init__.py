"""Reports on recorded results: summaries, comparisons, scores and contradictions."""
