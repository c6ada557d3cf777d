"""Which page or JSON answers a move, a reach, the best positions, the order of the turn?"""
