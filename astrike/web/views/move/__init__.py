"""What stands on the page of a move, and where does each of its steps lead?"""
