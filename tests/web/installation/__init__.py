"""Tests of `astrike.web.installation`."""
