"""Tests of `astrike.web.rulebook`."""
