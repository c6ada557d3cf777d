"""What lies on a line between two hexes, what does it hide or cover, and which side and arc does it meet?"""
