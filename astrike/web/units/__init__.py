"""Which pages show and change units, their cards, rosters and sides?"""
