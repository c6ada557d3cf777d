"""How is an attack set up on a table: who sees whom, who spots, which abilities count, what does a hit bring about?"""
