"""What do special, pilot and command abilities, munitions and the players' choices change about an attack?

The edition's tables `bonuses` and `choices` say it; here is who bears which row, when it counts, and what it does.
"""
