"""Which page or JSON answers what comes of a roll, and writes it down?"""
