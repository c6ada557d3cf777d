"""Tests of `astrike.store.units`."""
