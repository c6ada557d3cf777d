"""Tests of what comes of attacks."""
