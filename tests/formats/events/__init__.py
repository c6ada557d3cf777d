"""Tests of `astrike.formats.events`."""
