"""Tests of `astrike.editing.units`."""
