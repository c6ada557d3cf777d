"""Who sees a target for others, and what guides fire at it?

May import what stands below the kinds of attacks.
"""
