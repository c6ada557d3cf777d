"""Plugins of pytest that hold for the whole suite."""
