"""One module per page: its routes, its forms, its frozen context.

May import: what ``web`` may, but never another page.
"""
