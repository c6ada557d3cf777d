"""Tests of `astrike.rules.area`."""
