"""Tests of `astrike.cli`."""
