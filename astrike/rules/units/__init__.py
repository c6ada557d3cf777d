"""What do card and state of one unit say, wherever it stands?"""
