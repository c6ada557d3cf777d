"""Attacks of every kind, area effects, electronics and dice on a phone."""
