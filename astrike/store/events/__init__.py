"""Which events are kept, with their tables, layouts, calls and undo?"""
