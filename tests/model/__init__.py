"""Tests of `astrike.model`."""
