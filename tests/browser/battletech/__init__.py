"""The classic desk by touch."""
