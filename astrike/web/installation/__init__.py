"""Which pages change what all tables of this installation share?"""
