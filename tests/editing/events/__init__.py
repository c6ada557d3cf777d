"""Tests of `astrike.editing.events`."""
