"""How do editions, and the rows in which they differ, read?"""
