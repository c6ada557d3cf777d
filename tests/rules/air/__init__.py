"""Tests of `astrike.rules.air`."""
