"""What comes of a roll on a table, a fall, a collapse, a skid, the End Phase and the like?

May import everything of `rules`; dice come in with a tray.
"""
