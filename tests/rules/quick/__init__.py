"""Tests of `astrike.rules.quick`."""
