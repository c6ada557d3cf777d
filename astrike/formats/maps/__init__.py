"""Which outlines does another tool's map hold, and how is a table written for it?

`reading` tells which tool wrote a file, `placing` lays what it draws on a table, `writing` writes a table for others.
Each format has its module or room. What readers share: `bigjson` for large files, `gathering` for groups and notes,
`walls` for loose lines, `guesses` for what a map does not say; `pieces` is what a drawn shape becomes.
"""
