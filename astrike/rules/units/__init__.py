"""What do card and state of one unit mean, wherever it stands: its Move, its TMM, its weapons?"""
