"""Who is answered when, for how long, and where? Turns between askers, budgets of time, and processes for long work.

Pages say what they want worked out and of which kind it is; the numbers stand in `limits`. The rules know of all this
only that they may be stopped (`astrike.deadline`).
"""
