"""Aerospace units over the table: flight paths, altitudes, engagements, bombs. May import what `rules` may."""
