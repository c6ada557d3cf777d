"""How does an explained result read: as JSON, as text, as a map, as a side view?

Says what the result says and decides nothing.
May import: ``geometry``, ``rulebook``, ``model`` and ``errors``.
"""
