"""Tests of `astrike.report.layout`."""
