"""Which electronic systems work, whom do they jam, and which units share their ranges?

May import everything of `rules` but attacks as a whole; `systems` and `jamming` also stay clear of `sight`, which asks
them whether a probe works.
"""
