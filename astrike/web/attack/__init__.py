"""Which page, JSON or change answers a question about an attack, sight or dice?"""
