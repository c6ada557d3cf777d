"""How do terrain, zones and marked points come onto a table and change?"""
