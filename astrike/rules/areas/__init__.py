"""What goes off over an area: who is caught by it, and where does a miss land?

May import what stands below the kinds of attacks: the field, bodies, options and reasons, but no drill.
"""
