"""Tests of the rules; the positions stand in tests/cases."""
