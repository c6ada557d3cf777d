"""Which outlines does another tool's map hold, and how is a table written for it?

`reading` finds out which tool wrote a file, `placing` lays its drawing on a table, `writing` writes a table for
others. Each format has its module or room. Shared by the readers: `large_json` for large files, `drawing_builder` for
groups and notes, `walls` for loose lines, `guesses` for what a map leaves open, `pieces` for what one shape becomes.
"""
