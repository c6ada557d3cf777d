"""What makes a Target Number: the to-hit steps, each giving rows of the edition's modifiers table.

The edition says which step comes when, the kind of attack which it takes; `tohit` adds up what they give. Steps of
abilities and of flight stand with what they are about. May import what stands below the kinds of attacks.
"""
