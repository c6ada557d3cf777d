"""Tests of `astrike.web.rulings`."""
