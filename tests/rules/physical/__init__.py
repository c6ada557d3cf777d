"""Tests of `astrike.rules.physical`."""
