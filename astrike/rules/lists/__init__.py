"""Is a roster as the event wants it? Counts, skills and values of its units against a preset's limits."""
