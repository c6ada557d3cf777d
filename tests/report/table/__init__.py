"""Tests of `astrike.report.table`."""
