"""Which pages build a table: editor, measuring, library, random layouts, maps of other tools?"""
