"""What stands on a MegaMek board, hex by hex?"""
