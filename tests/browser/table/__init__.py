"""The table page and what belongs to it, used by fingers, keys and without script."""
