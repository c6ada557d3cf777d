"""What number does a weapon attack across hexes need, and what forbids it?"""
