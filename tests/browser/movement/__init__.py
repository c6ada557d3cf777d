"""A unit's move on a phone."""
