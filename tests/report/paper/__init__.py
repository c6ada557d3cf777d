"""Tests of `astrike.report.paper`."""
