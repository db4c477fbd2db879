"""A folder of levels as web pages on this machine: what may be read, what is shown, what is solved, who may ask."""
