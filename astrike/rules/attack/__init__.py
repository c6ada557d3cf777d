"""How is an attack laid out on a table: who sees whom, who spots, what counts, what comes of it?"""
