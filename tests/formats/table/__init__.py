"""Tests of `astrike.formats.table`."""
