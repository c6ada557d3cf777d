"""Tests of `astrike.web.area`."""
