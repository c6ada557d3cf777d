"""Which page, JSON or change answers a question about an attack, line of sight or dice?"""
