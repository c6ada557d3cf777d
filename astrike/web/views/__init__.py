"""What do several pages show alike? Prepared tables, maps, lists and forms of units, made ready for templates.

May import what pages may import, but no page.
"""
