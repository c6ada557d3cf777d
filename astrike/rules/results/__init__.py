"""What does an attack do in the end? How likely which damage, and which rolls a hit brings about.

May import everything of `rules` below the drills.
"""
