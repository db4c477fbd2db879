"""Other people's programs: run under limits, measured, and never believed."""
