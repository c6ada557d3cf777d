"""Who sees, hits and reaches whom across a patch of printed hexes?"""
