"""Rulings in a real browser: saved with a tap, opened by strangers, printed, withdrawn."""
