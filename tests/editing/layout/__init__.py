"""Tests of `astrike.editing.layout`."""
