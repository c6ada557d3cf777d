"""Tests of `astrike.report.rulings`."""
