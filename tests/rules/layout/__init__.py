"""Checks of layouts."""
