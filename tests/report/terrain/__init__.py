"""Tests of `astrike.report.terrain`."""
