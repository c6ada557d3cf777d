"""Tests of damage."""
