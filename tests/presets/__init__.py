"""Tests of `astrike.presets`."""
