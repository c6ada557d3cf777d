"""The quick check on a phone."""
