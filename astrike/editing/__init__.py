"""How do terrain, zones and units come onto a table?

What a thumb, a tape or a saved piece asks for becomes operations on the table's document; storing them is left to
the web.
"""
