"""Which pieces and layouts are saved?"""
