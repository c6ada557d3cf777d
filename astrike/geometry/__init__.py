"""How much is hidden, how far, through what, in which arc? Arrays in, arrays out.

Knows prisms, bases, lines and wedges and no game; whether touching counts comes in as an argument.
May import: ``errors``, NumPy and, as the only room, Shapely.
"""
