"""Tests of `astrike.report.electronics`."""
