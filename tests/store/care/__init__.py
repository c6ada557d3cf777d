"""Tests of `astrike.store.care`."""
