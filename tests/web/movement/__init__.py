"""Tests of `astrike.web.movement`."""
