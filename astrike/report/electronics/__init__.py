"""How do networks and electronic fields read, and how do they look on the map?"""
