"""Tests of `astrike.report`."""
