"""Tests of `astrike.rules.table`."""
