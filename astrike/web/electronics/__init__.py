"""Which page or JSON answers which networks and fields work?"""
