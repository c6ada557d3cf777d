"""Tests of `astrike.web.terrain`."""
