"""Tests of `astrike.rules.battletech`."""
