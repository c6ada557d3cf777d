"""Tests of `astrike.web.effects`."""
