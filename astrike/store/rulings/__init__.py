"""Which rulings are kept, and what became of them?"""
