"""Tests of `astrike.web.http`."""
