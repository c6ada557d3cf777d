"""Tests of `astrike.report.words`."""
