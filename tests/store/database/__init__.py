"""Tests of `astrike.store.database`."""
