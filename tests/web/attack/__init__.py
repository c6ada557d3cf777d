"""Tests of `astrike.web.attack`."""
