"""How do units and their sides come onto a table, where do they stand, and how do they leave it?"""
