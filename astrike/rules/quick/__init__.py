"""What do the rules answer without a table, to what players state aloud?

Statements are written down as the facts of a shot, and the same rules are asked. Nothing here knows a number of the
rules: rows of the edition do.
"""
