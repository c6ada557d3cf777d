"""Aerospace units over the table: who flies where, over whom, and what may be attacked from there?

Attacks from the air are kinds of attacks; here is what they stand on. May import what stands below the kinds,
and their desk.
"""
