"""What do the tables of astrike/docs/contract.md say, and do they say what the program does?"""
