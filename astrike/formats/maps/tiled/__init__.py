"""Which outlines does a map of Tiled hold, and how is a table written as one?"""
