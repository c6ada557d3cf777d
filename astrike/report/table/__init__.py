"""How does a whole table look from above, with units and lines of sight?"""
