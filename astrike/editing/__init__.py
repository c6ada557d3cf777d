"""How do terrain, zones and units come onto a table?

Whatever is drawn, typed, measured with a tape or taken from a library becomes operations on the table's document;
storing them is left to the web.
May import: ``report``, ``rules``, ``formats``, ``geometry``, ``rulebook``, ``presets``, ``model`` and ``errors``.
"""
