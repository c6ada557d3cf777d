"""Tests of `astrike.web.current`."""
