"""Tests of `astrike.web.battletech`."""
