"""Tests of `rules.battletech`."""
