"""Tests of `astrike.store.terrain`."""
