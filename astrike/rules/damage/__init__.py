"""What does a hit do, and what does the target take off?

The steps of a kind's damage stand in its row of the edition. May import what stands below the kinds of attacks.
"""
