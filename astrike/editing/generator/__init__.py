"""Layouts drawn at random from a seed, fair to both sides."""
