"""Tests of `astrike.report.drawing`."""
