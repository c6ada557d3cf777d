"""Tests of `astrike.web.layout`."""
