"""How far each base may be off before a verdict changes.

Imports the rules that answer; nothing that answers imports this: a margin never changes a verdict.
"""
