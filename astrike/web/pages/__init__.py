"""One module per page: what its addresses answer, its forms, its frozen context.

May import: what ``web`` may, but never another page.
"""
