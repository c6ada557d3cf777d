"""Which units does a roster of another tool bring, and how is a side written for it?

`reading` finds out what was pasted and hands it to the reader of its format, one module each. `card` makes the card
that all of them give, `resolving` looks up what is known by its number or name only, `writing` writes codes and links.
"""
