"""Files of other tools come in by thumb."""
