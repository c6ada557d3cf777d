"""How do terrain, zones and units come onto a table?

What a thumb, a tape or a saved piece asks for becomes operations on the table's document; storing them is left to
the web. `edit` asks the module in `actions` that fulfils a wish; `shapes` is what pieces are drawn as, `pieces` and
`remarks` how they lie. `units` is about sides and their units; `measuring`, `library`, `generator` and `bringing` are
other ways to terrain.
"""
