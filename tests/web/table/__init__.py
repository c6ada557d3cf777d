"""Tests of `astrike.web.table`."""
