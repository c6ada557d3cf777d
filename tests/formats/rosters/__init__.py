"""Rosters of other tools."""
