"""Tests of `astrike.report.units`."""
