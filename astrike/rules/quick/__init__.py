"""The same rules without a table: what players say aloud is written down as the facts of a shot, and the rules asked.

May import what `rules` may. Nothing here knows a number of the rules: rows of the edition do.
"""
