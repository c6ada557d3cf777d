"""Tests of `astrike.web.server`."""
