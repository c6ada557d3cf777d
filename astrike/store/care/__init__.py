"""Is a database sound, and how is it copied and brought back?"""
