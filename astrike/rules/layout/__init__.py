"""Is a table laid out as the rules and the event want it?

Each kind of check is a module; `legality` composes them.
"""
