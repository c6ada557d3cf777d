"""Which page or JSON answers what a roll brings about, and applies it?"""
