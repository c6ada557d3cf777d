"""Which page or JSON answers whether a table is as an event or the rules require?"""
