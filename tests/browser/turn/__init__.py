"""The turn on a phone."""
