"""Which page or JSON answers who is caught by an area effect?"""
