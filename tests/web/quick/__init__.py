"""Tests of `astrike.web.quick`."""
