"""Tests of `astrike.formats.maps`."""
