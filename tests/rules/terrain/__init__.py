"""Tests of `astrike.rules.terrain`."""
