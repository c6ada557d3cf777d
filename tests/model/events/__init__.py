"""Tests of `astrike.model.events`."""
