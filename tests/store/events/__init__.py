"""Tests of how events are kept."""
