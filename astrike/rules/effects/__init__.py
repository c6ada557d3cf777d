"""What happens to a unit that falls, skids, is critically hit, or stands in a collapsing building or the End Phase?

May import everything of `rules`; dice are arguments.
"""
