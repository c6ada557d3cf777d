"""How does a whole layout come onto a table: drawn at random, from a preset, from another document?"""
