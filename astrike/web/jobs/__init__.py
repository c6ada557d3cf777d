"""Who is answered when, for how long, and where? Turns between askers, time budgets, and processes for long work.

Pages state what they want computed and of which kind it is; the numbers are in `astrike.web.work_limits`. All that the
rules know of this is that they may be stopped (`astrike.deadline`).
"""
