"""Tests of `astrike.rules.units`."""
