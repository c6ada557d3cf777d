"""May a unit strike, charge or fall upon a neighbor, what does it need, and what does a hit do?"""
