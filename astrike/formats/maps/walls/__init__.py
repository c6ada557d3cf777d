"""What do loose lines of walls make together: closed rings, lines, rooms?"""
