"""How a table is measured: in inches, or from hex to hex. One interface, and one class for each.

Which question: how far, in contact or not, what stands on the line, where does a unit stand? Whatever asks has a table
made ready, and that has its metric. Imports terrain and bodies made ready, and nothing that asks about attacks or
moves; how a path runs is in `movement.moves`.
"""
