"""How do an attack, a line of sight and the list of all attacks read, and how are they drawn?"""
