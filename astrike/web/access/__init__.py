"""Which codes open what, and what may whoever holds one do?"""
