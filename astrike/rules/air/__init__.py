"""Who flies where over the table, over whom, and what may be attacked from there?

Rules of attacks by aerospace units; each of them is a kind of attack that the solver knows.
"""
