"""Which outlines does another tool's map hold, and how is a table written for it?"""
