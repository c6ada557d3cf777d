"""How does it read how far an answer holds, and how is a ruling set on one picture?"""
