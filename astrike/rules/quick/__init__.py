"""The same engine without a table: what players say aloud is laid out as a tiny table, and the real question asked.

May import what `rules` may. Nothing here knows a number of the rules: rows of the edition do.
"""
