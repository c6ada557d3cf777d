"""Tests of `astrike.web.access`."""
