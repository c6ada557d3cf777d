"""Tests of `astrike.web.home`."""
