"""How does it read what came of a hit, a fall or the End Phase?"""
