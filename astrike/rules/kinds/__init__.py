"""How is each kind of attack worked out? One module a family, each a drill; `registry` knows them all.

May import everything of `rules` but `attack` and `clerk`, which run the drills.
"""
