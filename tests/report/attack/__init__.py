"""Tests of `astrike.report.attack`."""
