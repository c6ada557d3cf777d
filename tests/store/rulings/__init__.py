"""Tests of `astrike.store.rulings`."""
