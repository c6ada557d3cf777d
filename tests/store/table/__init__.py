"""Tests of `astrike.store.table`."""
