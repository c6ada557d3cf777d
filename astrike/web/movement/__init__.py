"""Which page or JSON answers a move, the reach of a unit, its best positions, or the order of the turn?"""
