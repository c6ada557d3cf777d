"""Tests of `astrike.web.units`."""
