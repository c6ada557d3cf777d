"""The check of a table by a preset, on a phone."""
