"""Tests of `astrike.report.movement`."""
