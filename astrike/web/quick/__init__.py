"""Which page answers to-hit and movement questions without a table?"""
