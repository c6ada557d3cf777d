"""How does an area effect read, and how does it look on the map?"""
