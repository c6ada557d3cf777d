"""Which cards were imported?"""
