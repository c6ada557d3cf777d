"""Tests of `astrike.editing.terrain`."""
