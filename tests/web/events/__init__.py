"""Tests of the pages that run an event."""
