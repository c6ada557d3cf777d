"""What stands on the card of an attack, and what comes of a roll?"""
