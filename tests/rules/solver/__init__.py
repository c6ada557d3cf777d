"""Tests of the judge of moves, mode by mode."""
