"""How does a table made ready for questions measure, and what is between its units?"""
