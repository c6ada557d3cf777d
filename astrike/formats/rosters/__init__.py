"""Which units does a roster of another tool bring, and how is a side written for it?

`reading` tells what was pasted and asks the reader of its kind: MekBay's table, force and link, the Master Unit List's
table and QuickList, groups of Jeff's tools, Terminal, Tabletop Simulator, our own table file. `card` makes the card
that all of them give, `resolving` looks up what is known by its number or name only, `writing` writes codes and links.
"""
