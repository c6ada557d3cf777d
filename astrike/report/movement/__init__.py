"""How do a move, a reach, the best positions and the order of a turn read, and how are they drawn?"""
