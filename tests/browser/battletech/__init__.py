"""The classic desk on a phone."""
