"""Tests of `astrike.report.area`."""
