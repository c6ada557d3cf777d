"""Tables played on hexes: what stands on each hex, and what lines and steps from hex to hex meet.

Imports what the rest of `rules` imports; everything that is the same in inches stays there.
"""
