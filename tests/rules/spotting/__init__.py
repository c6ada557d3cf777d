"""Tests of spotting."""
