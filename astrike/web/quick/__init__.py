"""Which page answers without a table?"""
