"""Which pages, commands and addresses answer a question about classic BattleTech on hexes?"""
