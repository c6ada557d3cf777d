"""Tests of `astrike.rules.turn`."""
